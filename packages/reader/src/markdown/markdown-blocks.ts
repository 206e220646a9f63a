import { HtmlBlocks } from '../html/html-blocks.js';
import { DEFAULT_HTML_LIMITS } from '../limits/extraction-limits.js';
import { parseHtml } from '../html/html-tree.js';
import { joinCellLines, oneLine } from '../markup/cell-lines.js';
import { isBareLabel, isLabelRun, type NoticeKind } from '../notices/markers.js';
import { labelAt } from '../notices/labels.js';
import type { MarkupBuilder, MarkupItem } from '../markup/markup-builder.js';
import { HtmlLinesFinder, type HtmlLines } from './html-lines.js';
import { inlineText } from './markdown-inline.js';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const LIST_ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])(?:[ \t]+(?:\[[ xX]\][ \t]+)?|$)(.*)$/;
const QUOTE = /^ {0,3}> ?(.*)$/;
const ALERT = /^[ \t]*\[!(WARNING|CAUTION|DANGER|NOTE|IMPORTANT|TIP)\][ \t]*(.*)$/i;
const CONTAINER = /^ {0,3}(:{3,})[ \t]*(?:\{?\.?(warning|caution|danger|note|important|tip)\b(.*))?$/i;
/** Admonitions of Python-Markdown and similar; the indented text below belongs to them. */
const ADMONITION =
  /^( {0,3})(?:!!!|\?\?\?\+?)[ \t]+(warning|caution|danger|note|important|tip)\b([^"]*)(?:"([^"]*)")?[ \t]*$/i;
const LEAD =
  /^(?:(\*{1,3}|_{1,3})(?=\S)([^\n]{1,400}?)(?<=\S)\1|<(b|strong|em|i|u|span|font)\b[^<>]{0,200}>([^<>\n]{1,400})<\/\3>)/i;
const DEFINITION = /^ {0,3}\[(?!\^)[^\]]+\]:[ \t]+\S/;
const FOOTNOTE = /^ {0,3}\[\^([\w-]{1,40})\]:[ \t]+/;

/** Maximum nested quotes; deeper ones are text. */
const MAX_QUOTES = 16;
const MAX_LIST_DEPTH = 8;

/** Maximum characters of a label line, with its marks. */
const MAX_LABEL = 60;

/** Reads Markdown line by line (CommonMark, GFM tables and alerts) into items. Emphasis, links and tags leave their text. */
export class MarkdownBlocks {
  private paragraph: string[] = [];
  private item: Omit<MarkupItem, 'text'> & { marker: string } = { kind: 'paragraph', marker: '' };
  /** Columns of the open lists, outermost first. */
  private indents: number[] = [];
  private notice: NoticeKind | undefined;
  private readonly htmlLines = new HtmlLinesFinder();

  constructor(
    private readonly builder: MarkupBuilder,
    private readonly quotes = 0,
    /** Whether all of it belongs to an enclosing list item. */
    private readonly inItem = false,
  ) {}

  read(lines: readonly string[], notice?: NoticeKind): void {
    this.notice = notice;
    for (let i = 0; i < lines.length;) i += this.take(lines, i);
    this.flush();
  }

  /** Reads the construct at line `i`. Returns its number of lines. */
  private take(lines: readonly string[], i: number): number {
    const line = lines[i]!;
    if (line.trim() === '') return this.blank();
    const fence = FENCE.exec(line);
    if (fence) return this.fenced(lines, i, fence[1]!);
    if (QUOTE.test(line) && this.quotes < MAX_QUOTES) return this.quote(lines, i);
    const container = CONTAINER.exec(line);
    if (container) return this.container(container[2], container[3]);
    const admonition = ADMONITION.exec(line);
    if (admonition) return this.admonition(lines, i, admonition);
    const html = this.htmlLines.at(lines, i);
    if (html) return this.html(lines.slice(i, i + html.count), html);
    const heading = HEADING.exec(line);
    if (heading) return this.heading(heading[2] ?? '', heading[1]!.length);
    const underline = this.item.marker === '' && this.paragraph.length > 0 ? UNDERLINE.exec(line) : null;
    if (underline) return this.underlined(underline[1]!.startsWith('=') ? 1 : 2);
    if (RULE.test(line)) return this.flush();
    if (line.includes('|') && TABLE_RULE.test(lines[i + 1] ?? '') && lines[i + 1]!.includes('-'))
      return this.table(lines, i);
    return this.textLine(line);
  }

  private textLine(line: string): number {
    if (DEFINITION.test(line) && this.paragraph.length === 0) return 1;
    const item = LIST_ITEM.exec(line);
    if (item) return this.listItem(columns(item[1]!), item[2]!, item[3]!);
    const footnote = FOOTNOTE.exec(line);
    if (footnote) {
      this.flush();
      this.paragraph.push(`Footnote ${footnote[1]!}: ${line.slice(footnote[0].length)}`);
      return 1;
    }
    // After a blank line, only indented text belongs to the list.
    if (this.paragraph.length === 0 && columns(/^[ \t]*/.exec(line)![0]) === 0) this.indents = [];
    // A label on a separate line starts a notice and stays on that line.
    const isLabel = line.length <= MAX_LABEL && isBareLabel(plainText(line.trim()));
    const isBehindText = this.paragraph.some((text) => text !== '');
    if (isLabel && isBehindText) this.flush();
    // A notice inside a paragraph stays in it, on its line.
    else if (isBehindText && this.paragraph.length > 0 && labelAt(plainText(line.trim().slice(0, MAX_LABEL))))
      this.paragraph.push(`${this.paragraph.pop()!.trimEnd()}\n`);
    this.paragraph.push(line.trim() + (isLabel || /(?: {2}|\\)$/.test(line) ? '\n' : ''));
    return 1;
  }

  private listItem(indent: number, marker: string, text: string): number {
    this.flush();
    while (this.indents.length > 0 && this.indents.at(-1)! > indent) this.indents.pop();
    const isDeeper = this.indents.length === 0 || indent >= this.indents.at(-1)! + 2;
    if (isDeeper && this.indents.length < MAX_LIST_DEPTH) this.indents.push(indent);
    this.item = { kind: 'list_item', level: this.indents.length, marker: /\d/.test(marker) ? `${marker} ` : '• ' };
    this.paragraph.push(text);
    return 1;
  }

  private heading(text: string, level: number): number {
    this.flush();
    this.indents = [];
    this.add({ kind: 'heading', text: this.inline(text), level });
    return 1;
  }

  private underlined(level: number): number {
    const text = this.paragraph.join(' ');
    this.paragraph = [];
    return this.heading(text, level);
  }

  private table(lines: readonly string[], i: number): number {
    this.flush();
    let end = i + 2;
    while (end < lines.length && lines[end]!.trim() !== '' && lines[end]!.includes('|')) end += 1;
    for (const row of [lines[i]!, ...lines.slice(i + 2, end)]) {
      const cells = row
        .trim()
        .replace(/^\||(?<!\\)\|$/g, '')
        .split(/(?<!\\)\|/);
      const texts = cells.map((cell) => joinCellLines(this.inline(cell.trim()).split('\n').map(oneLine)));
      if (texts.some(Boolean)) this.add({ kind: 'table_row', text: texts.join(' | ') });
    }
    return end - i;
  }

  /** Lines with significant breaks; blank ones separate paragraphs. */
  private fenced(lines: readonly string[], i: number, fence: string): number {
    this.flush();
    const close = new RegExp(`^ {0,3}\\${fence.charAt(0)}{${fence.length},}[ \\t]*$`);
    const end = lines.findIndex((line, at) => at > i && close.test(line));
    const inside = lines.slice(i + 1, end === -1 ? undefined : end);
    for (const text of inside.join('\n').split(/\n[ \t]*\n/)) this.add({ kind: 'paragraph', text });
    return inside.length + (end === -1 ? 1 : 2);
  }

  private quote(lines: readonly string[], i: number): number {
    this.flush();
    let end = i;
    while (end < lines.length && QUOTE.test(lines[end]!)) end += 1;
    const inside = lines.slice(i, end).map((line) => QUOTE.exec(line)![1]!);
    const alert = ALERT.exec(inside[0] ?? '');
    const isInItem = this.indents.length > 0 && /^\s/.test(lines[i]!);
    const inner = new MarkdownBlocks(this.builder, this.quotes + 1, isInItem || this.inItem);
    if (!alert) inner.read(inside, this.notice);
    else {
      this.builder.endNotice();
      inner.read([alert[2]!, ...inside.slice(1)], noticeOf(alert[1]!));
      this.builder.endNotice();
    }
    return end - i;
  }

  /** `!!! warning "Title"` and the indented lines below it. */
  private admonition(lines: readonly string[], i: number, [, indent, word, , title]: RegExpExecArray): number {
    this.flush();
    const inner = new RegExp(`^(?:${indent} {4}|\\t)`);
    let end = i + 1;
    while (end < lines.length && (lines[end]!.trim() === '' || inner.test(lines[end]!))) end += 1;
    const inside = lines.slice(i + 1, end).map((line) => line.replace(inner, ''));
    this.builder.endNotice();
    if (this.quotes < MAX_QUOTES)
      new MarkdownBlocks(this.builder, this.quotes + 1).read([title ?? '', '', ...inside], noticeOf(word!));
    else for (const text of inside) this.add({ kind: 'paragraph', text, notice: noticeOf(word!) });
    this.builder.endNotice();
    return end - i;
  }

  /** HTML in Markdown, which may contain Markdown. */
  private html(lines: string[], { markdown, notice = this.notice }: HtmlLines): number {
    this.flush();
    const isNotice = notice !== this.notice;
    if (isNotice) this.builder.endNotice();
    if (markdown && this.quotes < MAX_QUOTES)
      new MarkdownBlocks(this.builder, this.quotes + 1, this.inItem).read(markdown, notice);
    else this.readHtml(lines.join('\n'));
    if (isNotice) this.builder.endNotice();
    return lines.length;
  }

  private readHtml(text: string): void {
    const document = parseHtml(text, DEFAULT_HTML_LIMITS);
    new HtmlBlocks({
      add: (item) => this.add(item),
      endNotice: () => this.builder.endNotice(),
      breakPage: () => this.builder.breakPage(),
      addCaveat: (caveat) => this.builder.addCaveat(caveat),
    }).read(document);
  }

  /** `:::warning Title` begins a notice, `:::` ends it. */
  private container(word: string | undefined, title = ''): number {
    this.flush();
    this.builder.endNotice();
    this.notice = word === undefined ? undefined : noticeOf(word);
    // Attributes in braces are not a title.
    if (/^[ \t]+[^{}]+$/.test(title)) this.add({ kind: 'paragraph', text: this.inline(title.trim()) });
    return 1;
  }

  private blank(): number {
    this.flush();
    return 1;
  }

  private flush(): number {
    const source = this.paragraph.join(' ').replaceAll('\n ', '\n').trim();
    const text = this.inline(source);
    const label = labelOf(source);
    const { marker, ...item } = this.item;
    const inItem = item.kind === 'paragraph' && (this.indents.length > 0 || this.inItem) && { inItem: true as const };
    if (text.trim() !== '')
      this.add({ ...item, ...inItem, text: marker + text, ...(label !== undefined && { label }) });
    this.paragraph = [];
    this.item = { kind: 'paragraph', marker: '' };
    return 1;
  }

  private inline(text: string): string {
    return inlineText(text, (caveat) => this.builder.addCaveat(caveat));
  }

  private add(item: MarkupItem): void {
    this.builder.add(this.notice && !item.notice ? { ...item, notice: this.notice } : item);
  }
}

/** The bold or italic label at the start of a paragraph. */
function labelOf(source: string): string | undefined {
  const lead = LEAD.exec(source);
  const text = lead ? plainText(lead[2] ?? lead[4]!).trim() : '';
  return text !== '' && isLabelRun(text) ? text : undefined;
}

function plainText(source: string): string {
  return inlineText(source, () => undefined);
}

function noticeOf(word: string): NoticeKind {
  const kind = word.toLowerCase();
  if (kind === 'warning' || kind === 'danger') return 'warning';
  return kind === 'caution' ? 'caution' : 'note';
}

function columns(indent: string): number {
  return indent.replaceAll('\t', '    ').length;
}
