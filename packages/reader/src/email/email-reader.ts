import type { Address, Email } from 'postal-mime';
import type { MarkupSource } from '../document/page-source.js';
import { ExtractionError } from '../errors/extraction-error.js';
import { HtmlBlocks } from '../html/html-blocks.js';
import { inlineStyles } from '../html/html-styles.js';
import { parseHtml } from '../html/html-tree.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import { oneLine } from '../markup/cell-lines.js';
import { MarkupBuilder } from '../markup/markup-builder.js';
import { markupSource } from '../markup/markup-source.js';
import { noticeKind, stepMarker } from '../notices/markers.js';
import { attachmentsOf, isMessage, parseMail, readMail, type MailAttachment } from './mail-file.js';

/**
 * Opens an e-mail (RFC 5322, MIME): subject, addresses and date, the text, and the names of attachments. Attached messages follow, each
 * from a new page. Nothing is fetched.
 * @throws ExtractionError `empty`, `encrypted`, `mail_structure`, `html_nesting`, `html_elements`, `too_much_text`, `too_many_pages`
 */
export async function openEmail(file: string, limits: ExtractionLimits): Promise<MarkupSource> {
  const mail = await readMail(file, limits.mail);
  const builder = new MarkupBuilder(limits.max_file_text_bytes);
  await new MailWriter(builder, limits).write(mail, 1);
  const language = mail.headers.find(({ key }) => key === 'content-language')?.value;
  return markupSource(builder, { title: mail.subject ?? null, language, warnings: [] }, limits);
}

class MailWriter {
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
    if (mail.html !== undefined) this.writeHtml(mail.html);
    else this.writeText(mail.text ?? '');
    this.builder.endNotice();
    const attachments = attachmentsOf(mail);
    this.writeNames(attachments, depth);
    for (const { bytes } of attachments.filter((one) => isMessage(one) && one.bytes.length > 0)) {
      this.builder.breakPage();
      await this.write(await parseMail(bytes, this.limits.mail), depth + 1);
    }
  }

  private writeHeader({ subject = '', from, to, cc, date }: Email, depth: number): void {
    const title = subject.trim() === '' ? 'E-mail without subject' : subject;
    this.builder.add({ kind: 'heading', level: depth, text: oneLine(title), isName: true });
    const lines = [
      ['From', from ? addressText(from) : ''],
      ['To', (to ?? []).map(addressText).join(', ')],
      ['Cc', (cc ?? []).map(addressText).join(', ')],
      ['Date', date ?? ''],
    ];
    for (const [name, value] of lines)
      if (value) this.builder.add({ kind: 'paragraph', text: `${name}: ${oneLine(value)}` });
  }

  private writeHtml(html: string): void {
    const document = parseHtml(html, this.limits.html);
    inlineStyles(document);
    new HtmlBlocks(this.builder).read(document);
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
    const named = attachments.filter((one) => one.name !== null && !isMessage(one));
    if (named.length === 0) return;
    this.builder.add({ kind: 'heading', level: depth + 1, text: 'Attachments', isName: true });
    for (const { name, mediaType } of named)
      this.builder.add({ kind: 'list_item', level: 1, text: `• ${oneLine(name!)} (${mediaType})` });
  }
}

function addressText(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(addressText).join(', ')}`;
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}
