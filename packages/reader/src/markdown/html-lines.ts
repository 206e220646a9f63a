import { DEFAULT_HTML_LIMITS } from '../limits/extraction-limits.js';
import { noticeHint } from '../html/html-hints.js';
import { descendants, parseHtml } from '../html/html-tree.js';
import type { NoticeKind } from '../notices/markers.js';

/** Block elements (CommonMark 4.6, kind 6) that contain text. */
const OPEN = /^ {0,3}<(table|ul|ol|dl|div|section|aside|figure|details|blockquote|center|p)(?=[\s>])[^<>]{0,2000}>/i;
/** Elements in which Markdown may continue after an empty line. */
const HOLDS_MARKDOWN = /^(?:div|section|aside|details|blockquote|center)$/;

export interface HtmlLines {
  count: number;
  /** The Markdown lines in it, or null if all of it is HTML. */
  markdown: string[] | null;
  notice: NoticeKind | undefined;
}

export class HtmlLinesFinder {
  /** Elements without an end below a line, so that the search is not repeated. */
  private readonly endless = new Set<string>();

  /** The element at line `i`, to its end or else to an empty line; or null. */
  at(lines: readonly string[], i: number): HtmlLines | null {
    const [tag, name = ''] = OPEN.exec(lines[i]!) ?? [];
    if (tag === undefined) return null;
    const end = this.endOf(lines, i, name.toLowerCase());
    const inside = lines.slice(i, end);
    const isMixed = HOLDS_MARKDOWN.test(name.toLowerCase()) && inside.some((line) => line.trim() === '');
    return { count: inside.length, markdown: isMixed ? unwrapped(inside, tag, name) : null, notice: hintOf(tag) };
  }

  private endOf(lines: readonly string[], from: number, name: string): number {
    const tags = new RegExp(`<(/?)${name}(?=[\\s>])`, 'gi');
    let depth = 0;
    for (let i = from; i < lines.length && !this.endless.has(name); i += 1) {
      for (const [, slash] of lines[i]!.matchAll(tags)) depth += slash ? -1 : 1;
      if (depth <= 0) return i + 1;
    }
    this.endless.add(name);
    let end = from + 1;
    while (end < lines.length && lines[end]!.trim() !== '') end += 1;
    return end;
  }
}

function unwrapped(lines: string[], tag: string, name: string): string[] {
  const last = lines.length - 1;
  return lines.map((line, i) => {
    const rest = i === 0 ? line.slice(tag.length) : line;
    return i === last ? rest.replace(new RegExp(`</${name}\\s{0,9}>\\s{0,9}$`, 'i'), '') : rest;
  });
}

function hintOf(tag: string): NoticeKind | undefined {
  const [element] = descendants(
    parseHtml(tag, DEFAULT_HTML_LIMITS),
    /^(?:table|div|section|aside|p|ul|ol|dl|blockquote|figure)$/,
    /^$/,
  );
  return element && noticeHint(element);
}
