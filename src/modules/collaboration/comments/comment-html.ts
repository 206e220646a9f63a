import MarkdownIt from 'markdown-it';

/** Supports emphasis, code, lists, quotes and links. Headings, tables, images and HTML stay text. */
const RULES = ['backticks', 'emphasis', 'entity', 'escape', 'newline', 'balance_pairs', 'link', 'autolink'];
const BLOCKS = ['blockquote', 'fence', 'list'];
/** Deeper quotes and lists stay text. */
const MAX_NESTING = 12;

const LINK = /^(?:https:\/\/|mailto:)/i;

/** Enables single rules of an empty preset, so the output has only their tags and needs no sanitizing. Only links have attributes. */
const markdown = new MarkdownIt('zero', { html: false, linkify: false, breaks: true, maxNesting: MAX_NESTING });
markdown.enable([...RULES, ...BLOCKS]);
markdown.validateLink = (address) => LINK.test(address) && URL.canParse(address);
markdown.renderer.rules['link_open'] = (tokens, index): string => {
  const address = String(tokens[index]?.attrGet('href') ?? '');
  return `<a href="${markdown.utils.escapeHtml(address)}" rel="noopener noreferrer nofollow ugc">`;
};
markdown.renderer.rules['ordered_list_open'] = (): string => '<ol>\n';
markdown.renderer.rules['fence'] = (tokens, index): string =>
  `<pre><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;

/** HTML with p, br, em, strong, code, pre, ul, ol, li, blockquote, and a for https and mailto. */
export function commentHtml(body: string): string {
  return markdown.render(body);
}
