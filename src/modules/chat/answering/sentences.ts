import { measuresIn } from './facts.js';

/** What a unit of source text is. A heading names what follows and answers nothing by itself. */
export type SourceUnitKind = 'sentence' | 'step' | 'row' | 'heading';

/** One sentence, procedure step or table row of a text. `start` and `end` are offsets into that text. */
export interface SourceUnit {
  kind: SourceUnitKind;
  /** Verbatim slice. */
  text: string;
  start: number;
  end: number;
  /** What it cannot be understood without: a row's header row, a sub-step's step (`Torque the plugs:`). Verbatim, or null. */
  leadIn: string | null;
}

/** Step numbers and letters, task numbers and bullets: `(1)`, `1.`, `1.2.3`, `A.`, `(a)`, `•`, `-`. */
const MARKER = String.raw`(?:\(\d{1,3}\)|\d{1,3}(?:\.\d{1,3})*[.)]|\d{1,2}(?:\.\d{1,2}){2,}|\([A-Za-z]{1,2}\)|[A-Za-z][.)]|[•▪●◦*–-])`;
const MARKER_AT_START = new RegExp(String.raw`^\s*${MARKER}\s+(?=\S)`, 'u');
const ONLY_MARKER = new RegExp(String.raw`^\s*${MARKER}$`, 'u');
const NOTICE_AT_START = /^\s*(?:DANGER|WARNING|CAUTION|NOTE)\b/u;
/** A line ending like this goes on in the next one, whatever that looks like: `torque to` / `27. Install …`. */
const UNFINISHED =
  /(?:^|\s)(?:a|an|the|to|of|at|by|in|on|or|and|for|is|are|with|from|than|per|not|refer to|no\.|fig\.|p\/n|task|amm|rev|revision|table|figure|step|steps|part|sb|ad|page|section|chapter|item)\s*$/iu;
/** Columns: tab, vertical bar, or a gap no typesetter leaves inside a sentence. */
const COLUMN_GAP = /\t|\s\|\s|\S {2,}\S/u;

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|fig|figs|ref|refs|viz|incl|mr|dr|st|p\/n|s\/n)\.$/iu;
const ABBREVIATION_BEFORE_NUMBER =
  /(?:^|[\s(])(?:no|nos|approx|max|min|para|paras|sect|sec|chap|ch|vol|rev|item|items|qty|dia|temp|pos|art|p|pp|pg|iss|amdt)\.$/iu;
const TERMINATOR = /[.!?]["')\]”’]*(?=\s)/gu;

interface Line {
  text: string;
  start: number;
  end: number;
}

/** Splits a passage into its sentences, steps and table rows, in order; nothing but white space is left out. */
export function splitUnits(text: string): SourceUnit[] {
  const units: SourceUnit[] = [];
  let header: string | null = null;
  let parent: SourceUnit | null = null;
  for (const block of blocksOf(text)) {
    if (block.row) {
      const isHeader: boolean = header === null && isHeaderRow(block.text);
      units.push({ kind: isHeader ? 'heading' : 'row', ...trimmed(text, block), leadIn: header });
      if (isHeader) header = block.text.trim();
      continue;
    }
    header = null;
    for (const unit of splitParagraph(text, block)) {
      const isSubStep: boolean = parent !== null && unit.kind === 'step' && markerStyle(unit) !== markerStyle(parent);
      if (!isSubStep) parent = unit.text.endsWith(':') ? unit : null;
      units.push(isSubStep && parent ? { ...unit, leadIn: parent.text } : unit);
    }
  }
  return units;
}

/** `1.` → `9.`, `(b)` → `(a)`: steps with the same style stand on the same level. */
function markerStyle(unit: SourceUnit): string {
  const marker = MARKER_AT_START.exec(unit.text)?.[0].trim() ?? '';
  return marker
    .replace(/\d+/gu, '9')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\p{Lu}+/gu, 'A');
}

/** The step number, letter or bullet a text begins with, as printed; null without one. */
export function markerOf(text: string): string | null {
  return MARKER_AT_START.exec(text)?.[0].trim() ?? null;
}

/** A text without the step number, letter or bullet it begins with. */
export function withoutMarker(text: string): string {
  return text.replace(MARKER_AT_START, '');
}

/** Table rows one by one, other lines joined to paragraphs. */
function blocksOf(text: string): (Line & { row: boolean })[] {
  const blocks: (Line & { row: boolean })[] = [];
  for (const line of linesOf(text)) {
    const row = isRow(line.text);
    const previous = blocks.at(-1);
    if (!row && previous && !previous.row && !startsNew(previous, line)) {
      previous.end = line.end;
      previous.text = text.slice(previous.start, line.end);
    } else blocks.push({ ...line, row });
  }
  return blocks;
}

/** Whether a unit was cut off in the middle, by a page break for instance: half a sentence answers nothing. */
export function isUnfinished(unit: SourceUnit): boolean {
  return unit.kind !== 'row' && UNFINISHED.test(unit.text);
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (const match of text.matchAll(/[^\n\r]+/gu)) {
    if (match[0].trim()) lines.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return lines;
}

function isRow(line: string): boolean {
  const cells = line.trim().replace(MARKER_AT_START, '');
  // Only a bar or tab makes a row of what ends like a sentence: justified prose may have wide gaps.
  return /[.!?]\s*$/u.test(cells) ? /\t|\s\|\s/u.test(cells) : COLUMN_GAP.test(cells);
}

/** Column titles hold no values; numbers only when the columns are variants of one thing (`TR46-100 | TR46-200`). */
function isHeaderRow(row: string): boolean {
  const cells = row.split(/\t|\s\|\s| {2,}/u).filter((cell) => /\p{N}/u.test(cell));
  const shapes = new Set(cells.map((cell) => cell.trim().replace(/\p{N}+/gu, '9')));
  return cells.length === 0 || (cells.length > 1 && shapes.size === 1 && measuresIn(row).length === 0);
}

function startsNew(previous: Line, line: Line): boolean {
  if (NOTICE_AT_START.test(line.text)) return true;
  if (UNFINISHED.test(previous.text)) return false;
  if (MARKER_AT_START.test(line.text)) return true;
  if (ONLY_MARKER.test(previous.text)) return false;
  return looksLikeHeading(previous.text) && !/^\s*[\p{Ll}(]/u.test(line.text);
}

/** `Table 401. Torque values` names a table; `Table 401 gives the torque values.` is a sentence. */
const CAPTION = /^\s*(?:table|figure|fig\.?)\s+[\dA-Z][\w.-]*[.:]?(?:\s[^\n]*)?[^.!?]$/iu;

const TASK_TITLE = /^(?:sub)?task\s+\d\d-[\d-]+\s[^\n|]*[^.!?]$/iu;

/** A short line without a verb's company: no closing punctuation and either capitals or a title that stands alone. */
function looksLikeHeading(text: string): boolean {
  const line = text.trim().replace(MARKER_AT_START, '');
  if (NOTICE_AT_START.test(line) || /[.!?:;,]$/u.test(line) || UNFINISHED.test(line) || line.includes('\n'))
    return false;
  if (CAPTION.test(line) || TASK_TITLE.test(line)) return true;
  const words = line.split(/\s+/u);
  if (words.length > 12) return false;
  return !/\p{Ll}/u.test(line) || words.every((word) => word.length < 4 || /^[\p{Lu}\p{N}(]/u.test(word));
}

function splitParagraph(text: string, paragraph: Line): SourceUnit[] {
  const units: SourceUnit[] = [];
  if (looksLikeHeading(paragraph.text)) return [unitOf(text, paragraph.start, paragraph.end)];
  let start = paragraph.start;
  for (const match of paragraph.text.matchAll(TERMINATOR)) {
    const end = paragraph.start + match.index + match[0].length;
    const rest = text.slice(end, paragraph.end);
    if (endsSentence(text.slice(start, end), rest)) {
      units.push(unitOf(text, start, end));
      start = end;
    }
  }
  if (text.slice(start, paragraph.end).trim()) units.push(unitOf(text, start, paragraph.end));
  return units;
}

function endsSentence(sentence: string, rest: string): boolean {
  const next = rest.trimStart();
  if (ONLY_MARKER.test(sentence) || ABBREVIATION.test(sentence)) return false;
  if (/^[\d½¼¾]/u.test(next) && ABBREVIATION_BEFORE_NUMBER.test(sentence)) return false;
  if (/\sin\.$/u.test(sentence) && /^Hg\b/u.test(next)) return false;
  return /^["'“‘([]*[\p{Lu}\p{N}•▪●–-]/u.test(next) || new RegExp(`^${MARKER}\\s`, 'u').test(next);
}

function unitOf(text: string, start: number, end: number): SourceUnit {
  const slice = trimmed(text, { start, end });
  const kind = MARKER_AT_START.test(slice.text) ? 'step' : 'sentence';
  return { kind: looksLikeHeading(slice.text) ? 'heading' : kind, ...slice, leadIn: null };
}

function trimmed(text: string, span: { start: number; end: number }): { text: string; start: number; end: number } {
  const slice = text.slice(span.start, span.end);
  const start = span.start + (slice.length - slice.trimStart().length);
  const end = span.end - (slice.length - slice.trimEnd().length);
  return { text: text.slice(start, end), start, end };
}
