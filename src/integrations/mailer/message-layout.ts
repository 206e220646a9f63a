/** Content of a mail: plain text, which the layout escapes. */
export interface MessageContent {
  /** `Hello Ada Example,` */
  greeting?: string;
  paragraphs: string[];
  /** A list of links; http or https. */
  items?: { text: string; url: string }[];
  /** A link, as a button and in full below; http or https. */
  action?: { label: string; url: string };
  /** A code to type in, large and alone on its line. */
  code?: string;
  /** Text after the action or code: its validity, and what to do if it was not requested. */
  notes?: string[];
  /** Footer. Default: the sender, and that replies are not read. */
  footer?: string[];
}

/** Both forms of a message, for `Mailer.send`. */
export interface LaidOutMessage {
  text: string;
  html: string;
}

const FOOTER = ['Aviation Maintenance Knowledge Service', 'This message was sent automatically; replies are not read.'];

/** Loads nothing remote, so opening a mail reveals nothing. @throws Error for URLs that are neither http nor https */
export function layOutMessage(content: MessageContent): LaidOutMessage {
  for (const { url } of [...(content.action ? [content.action] : []), ...(content.items ?? [])]) {
    const { protocol } = new URL(url);
    if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`a mail cannot link to ${protocol}`);
  }
  return { text: asText(content), html: asHtml(content) };
}

function asText({
  greeting,
  paragraphs,
  items = [],
  action,
  code,
  notes = [],
  footer = FOOTER,
}: MessageContent): string {
  const parts = [
    ...(greeting === undefined ? [] : [greeting]),
    ...paragraphs,
    ...items.map(({ text, url }) => `- ${text}\n  ${url}`),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(code === undefined ? [] : [`    ${code}`]),
    ...notes,
    // Start of a signature (RFC 3676, 4.3).
    `-- \n${footer.join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function asHtml({
  greeting,
  paragraphs,
  items = [],
  action,
  code,
  notes = [],
  footer = FOOTER,
}: MessageContent): string {
  const body = [
    ...[...(greeting === undefined ? [] : [greeting]), ...paragraphs].map(paragraph),
    ...(items.length > 0 ? [list(items)] : []),
    ...(action ? [button(action)] : []),
    ...(code === undefined ? [] : [`<p class="code" style="${STYLES.code}">${escape(code)}</p>`]),
    ...notes.map(paragraph),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>Aviation Maintenance Knowledge Service</title>
<style>${STYLE_SHEET}</style>
</head>
<body class="page" style="${STYLES.page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="${STYLES.card}"><tr><td style="padding:28px 28px 12px">
${body.join('\n')}
</td></tr></table>
<p class="footer" style="${STYLES.footer}">${footer.map(escape).join('<br>')}</p>
</td></tr></table>
</body>
</html>
`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Inline, because many programs drop style sheets. */
const STYLES = {
  page: `margin:0;padding:0;background-color:#f3f5f7;color:#1b2733;${FONT}`,
  card: 'max-width:560px;background-color:#ffffff;border:1px solid #d9dfe5;border-radius:8px;text-align:left',
  paragraph: `margin:0 0 16px;font-size:16px;line-height:24px;${FONT}`,
  list: 'margin:0 0 16px;padding:0 0 0 20px',
  item: `margin:0 0 8px;font-size:16px;line-height:24px;${FONT}`,
  button: `display:inline-block;padding:12px 22px;background-color:#0b5cad;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;border-radius:6px;${FONT}`,
  address: `margin:0 0 16px;font-size:13px;line-height:20px;word-break:break-all;${FONT}`,
  code: 'margin:8px 0 24px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:30px;line-height:40px;font-weight:700;letter-spacing:4px',
  footer: `max-width:560px;margin:16px auto 0;font-size:13px;line-height:20px;color:#52606d;text-align:left;${FONT}`,
};
const STYLE_SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background-color:#10161c!important;color:#e6ebf0!important}.card{background-color:#1a232c!important;border-color:#34414d!important}.card p,.card td{color:#e6ebf0!important}.card p a{color:#8cc4ff!important}.footer{color:#a9b6c2!important}}`;

function paragraph(text: string): string {
  return `<p style="${STYLES.paragraph}">${escape(text)}</p>`;
}

function list(items: readonly { text: string; url: string }[]): string {
  const lines = items.map(
    ({ text, url }) => `<li style="${STYLES.item}"><a href="${escape(url)}">${escape(text)}</a></li>`,
  );
  return `<ul style="${STYLES.list}">\n${lines.join('\n')}\n</ul>`;
}

function button({ label, url }: { label: string; url: string }): string {
  const href = escape(url);
  return `<div style="margin:8px 0 16px"><a href="${href}" style="${STYLES.button}">${escape(label)}</a></div>
<p style="${STYLES.address}"><a href="${href}">${href}</a></p>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
