import type { Address, Email } from 'postal-mime';
import type { MarkupSource } from '../document/page-source.js';
import { ExtractionError } from '../errors/extraction-error.js';
import { HtmlBlocks } from '../html/html-blocks.js';
import { inlineStyles } from '../html/html-styles.js';
import { descendants, parseHtml } from '../html/html-tree.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import { oneLine } from '../markup/cell-lines.js';
import { MarkupBuilder } from '../markup/markup-builder.js';
import { markupSource } from '../markup/markup-source.js';
import { noticeKind, stepMarker } from '../notices/markers.js';
import { attachmentsOf, isMessage, parseMail, readMail, type MailAttachment } from './mail-file.js';

const SEALED = /^application\/(?:x-)?pkcs7-mime$/;
const NOT_READ = 'Attachments were not read: import the message, or upload them as separate files.';
const SEALED_NOT_READ =
  'Signed or encrypted text was not read: save the message without its signature or encryption, and upload it again.';

/** Date and time zone of the sender (RFC 5322, 3.3). */
const DATE = /^(?:\w+, ?)?\d{1,2} \w{3} \d{4} [\d:]{5,8} ([+-])(\d\d)(\d\d)(?!\d)/;

/**
 * Opens an e-mail (RFC 5322, MIME): subject, addresses and date, the text, and the names of attachments. Attached messages follow, each
 * from a new page. Nothing is fetched.
 * @throws ExtractionError `empty`, `encrypted`, `mail_structure`, `html_nesting`, `html_elements`, `too_much_text`, `too_many_pages`
 */
export async function openEmail(file: string, limits: ExtractionLimits): Promise<MarkupSource> {
  const mail = await readMail(file, limits.mail);
  const builder = new MarkupBuilder(limits.max_file_text_bytes);
  const writer = new MailWriter(builder, limits);
  await writer.write(mail, 1);
  const language = mail.headers.find(({ key }) => key === 'content-language')?.value;
  return markupSource(builder, { title: mail.subject ?? null, language, warnings: [...writer.warnings] }, limits);
}

class MailWriter {
  readonly warnings = new Set<string>();
  private messages = 0;

  constructor(
    private readonly builder: MarkupBuilder,
    private readonly limits: ExtractionLimits,
  ) {}

  async write(mail: Email, depth: number): Promise<void> {
    this.messages += 1;
    const { max_messages: most } = this.limits.mail;
    if (this.messages > most) throw new ExtractionError('mail_structure', `${this.messages} messages`);
    this.writeHeader(mail, depth);
    if (mail.html === undefined || !this.writeHtml(mail.html)) this.writeText(mail.text ?? '');
    this.builder.endNotice();
    const attachments = attachmentsOf(mail);
    this.writeNames(attachments, depth);
    for (const { bytes } of attachments.filter((one) => isMessage(one) && one.bytes.length > 0)) {
      this.builder.breakPage();
      await this.write(await parseMail(bytes, this.limits.mail), depth + 1);
    }
  }

  private writeHeader({ subject = '', from, to, cc, headers }: Email, depth: number): void {
    const title = subject.trim() === '' ? 'E-mail without subject' : subject;
    this.builder.add({ kind: 'heading', level: depth, text: oneLine(title), isName: true });
    const lines = [
      ['From', from ? addressText(from) : ''],
      ['To', (to ?? []).map(addressText).join(', ')],
      ['Cc', (cc ?? []).map(addressText).join(', ')],
      ['Date', dateText(headers.find(({ key }) => key === 'date')?.value ?? '')],
    ];
    for (const [name, value] of lines)
      if (value) this.builder.add({ kind: 'paragraph', text: `${name}: ${oneLine(value)}` });
  }

  /** Returns false if there is no text, not even hidden text: some programs send an empty part next to the text. */
  private writeHtml(html: string): boolean {
    const document = parseHtml(html, this.limits.html);
    const elements = [...descendants(document, /^(?!(?:head|script|style)$)/, /^(?:head|script|style)$/)];
    const texts = elements.flatMap(({ childNodes }) => childNodes.map((node) => ('value' in node ? node.value : '')));
    if (texts.every((text) => text.trim() === '')) return false;
    inlineStyles(document);
    new HtmlBlocks(this.builder).read(document);
    return true;
  }

  /** Blank lines, steps and notices begin a paragraph. */
  private writeText(text: string): void {
    let lines: string[] = [];
    const end = (): void => {
      if (lines.length > 0) this.builder.add({ kind: 'paragraph', text: lines.join('\n') });
      lines = [];
    };
    for (const line of text.split(/\r\n?|\n/)) {
      if (line.trim() === '' || stepMarker(line) !== null || noticeKind(line) !== null) end();
      if (line.trim() !== '') lines.push(line);
    }
    end();
  }

  private writeNames(attachments: readonly MailAttachment[], depth: number): void {
    const files = attachments.filter((one) => !isMessage(one));
    if (files.length === 0) return;
    for (const { mediaType } of files) this.warnings.add(SEALED.test(mediaType) ? SEALED_NOT_READ : NOT_READ);
    this.builder.add({ kind: 'heading', level: depth + 1, text: 'Attachments', isName: true });
    for (const { name, mediaType } of files)
      this.builder.add({ kind: 'list_item', level: 1, text: `• ${oneLine(name ?? '') || 'unnamed'} (${mediaType})` });
  }
}

/** As `2026-09-01T10:00:00+02:00`; other dates as written. */
function dateText(value: string): string {
  const written = oneLine(value);
  const time = Date.parse(written);
  const [, sign, hours, minutes] = DATE.exec(written) ?? [];
  if (sign === undefined || Number.isNaN(time)) return written;
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return `${new Date(time + offset).toISOString().slice(0, 19)}${sign}${hours}:${minutes}`;
}

function addressText(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(addressText).join(', ')}`;
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}
