import { findQuantities } from '@amks/language/quantities/quantities.js';
import { leadInsOf, type LeadIn, type Outlined } from './outline.js';

/** A heading names what follows and does not answer. */
export type SourceUnitKind = 'sentence' | 'step' | 'row' | 'heading';

/** A sentence, procedure step or table row. `start` and `end` are offsets into its text. */
export interface SourceUnit {
  kind: SourceUnitKind;
  /** Verbatim slice. */
  text: string;
  start: number;
  end: number;
  /** The context, joined by line feeds: open lines above that end with a colon, outermost first, then the header of a row. */
  leadIn: string | null;
  /** The same lines with their positions. */
  leadIns: readonly LeadIn[];
  /** The header of a table row, verbatim; null without one. */
  header: string | null;
}

/** Step numbers and letters, task numbers and bullets: `(1)`, `1.`, `1.2.3`, `A.`, `(a)`, `•`, `-`; `3.1` before its applicability. */
const MARKER = String.raw`(?:\(\d{1,3}\)|\d{1,3}(?:\.\d{1,3})*[.)]|\d{1,2}(?:\.\d{1,2}){2,}|\d{1,2}\.\d{1,2}(?=\s+\[)|\((?:[A-Za-z]{1,2}|[ivx]{1,5})\)|[A-Za-z][.)]|[•▪●◦*–-])`;
const MARKER_AT_START = new RegExp(String.raw`^\s*${MARKER}\s+(?=\S)`, 'u');
const ONLY_MARKER = new RegExp(String.raw`^\s*${MARKER}$`, 'u');
const NOTICE_AT_START = /^\s*(?:DANGER|WARNING|CAUTION|NOTE)\b/u;
/** The next line continues a line with this ending: `torque to` / `27. Install …`. In capitals they are states: `SWITCH ON`. */
const UNFINISHED = new RegExp(
  String.raw`(?:^|\s)(?:a|to|by|in|on|${anyCase('an|the|of|at|or|and|for|is|are|with|from|than|per|not|refer to|no\.|fig\.|p/n|task|amm|rev|revision|table|figure|step|steps|part|sb|ad|page|section|chapter|item')})\s*$`,
  'u',
);
/** `BAT 2 ......... ON`: an item of a checklist, not of a table of contents. */
const DOT_LEADER = /\.{3,}\s*\p{L}/u;
/** A checklist item that ends with a state is not a title. */
const STATE_AT_END = /(?:^|\s)(?:ON|OFF|IN|OUT|TO|BY)$/u;
/** A lead-in after an item without a full stop. Wrapped lines do not start like this. */
const OPENS_LEAD_IN = /^\s*(?:On|For|If|When|With|Before|After|Do|Use)\b.*:\s*$/u;
/** Columns: a tab, a bar, or a gap that sentences do not have. */
const COLUMN_GAP = /\t|\s\|\s|\S {2,}\S/u;

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|fig|figs|ref|refs|viz|incl|mr|dr|st|p\/n|s\/n)\.$/iu;
const ABBREVIATION_BEFORE_NUMBER =
  /(?:^|[\s(])(?:no|nos|approx|max|min|para|paras|sect|sec|chap|ch|vol|rev|item|items|qty|dia|temp|pos|art|p|pp|pg|iss|amdt)\.$/iu;
/** Latin stops are also in numbers and abbreviations. Stops of other scripts need no space. */
const TERMINATOR = /[.!?]["')\]”’]*(?=\s)|(?![.!?])\p{Sentence_Terminal}(?!\p{Nd})["')\]”’」』）］]*/gu;
const ENDS_IN_ANY_CASE = /(?![.!?])\p{Sentence_Terminal}["')\]”’」』）］]*$/u;

interface Line {
  text: string;
  start: number;
  end: number;
}

/** The text of a unit with its lead-in, which determines what it is about. */
export function textOf({ leadIn, text }: Pick<SourceUnit, 'leadIn' | 'text'>): string {
  return leadIn === null ? text : `${leadIn}\n${text}`;
}

/** A unit before its context is known. */
type Bare = Omit<SourceUnit, 'leadIn' | 'leadIns' | 'header'>;

/** Splits a passage into sentences, steps and table rows, in order. Only white space is omitted. */
export function splitUnits(text: string): SourceUnit[] {
  const units: Bare[] = [];
  const headers: (LeadIn | null)[] = [];
  const outline: Outlined[] = [];
  let header: Bare | null = null;
  for (const block of blocksOf(text)) {
    if (block.row) {
      const isHeader: boolean = header === null && isHeaderRow(block.text);
      const row: Bare = { kind: isHeader ? 'heading' : 'row', ...trimmed(text, block) };
      units.push(row);
      headers.push(header);
      outline.push({ ...row, marker: null, place: 'row' });
      if (isHeader) header = row;
      continue;
    }
    header = null;
    for (const unit of splitParagraph(text, block)) {
      const before = units.at(-1);
      const isContinued = before !== undefined && unit.start > block.start && !/[\n\r]/u.test(text.slice(before.end, unit.start)); // prettier-ignore
      units.push(unit);
      headers.push(null);
      outline.push(outlined(unit, isContinued));
    }
  }
  const above = leadInsOf(outline);
  return units.map((unit, index) => {
    const titles = headers[index] ?? null;
    const isTitle = unit.kind === 'heading';
    const leadIns = isTitle ? [] : [...(above[index] ?? []), ...(titles ? [titles] : [])];
    const leadIn = leadIns.length > 0 ? leadIns.map((part) => part.text).join('\n') : null;
    return {
      ...unit,
      leadIn,
      leadIns: leadIns.map(({ text: own, start, end }) => ({ text: own, start, end })),
      header: titles?.text ?? null,
    };
  });
}

function outlined(unit: Bare, isContinued: boolean): Outlined {
  const { kind, text, start, end } = unit;
  const marker = markerOf(text) ?? (DOT_LEADER.test(text) ? '...' : null);
  if (isNotice(text)) return { text, start, end, marker: null, place: 'notice' };
  if (isContinued && markerOf(text) === null) return { text, start, end, marker: null, place: 'continued' };
  return { text, start, end, marker, place: kind === 'heading' ? 'title' : 'line' };
}

/** The step number, letter or bullet at the start, as printed; null without one. */
export function markerOf(text: string): string | null {
  return MARKER_AT_START.exec(text)?.[0].trim() ?? null;
}

/** Whether a text is a line of a checklist: `BAT 2 ......... ON`. */
export function isChecklistItem(text: string): boolean {
  return DOT_LEADER.test(text);
}

/** Whether a text begins as a DANGER, WARNING, CAUTION or NOTE. */
export function isNotice(text: string): boolean {
  return NOTICE_AT_START.test(text);
}

/** The number of a step of the outermost level, `3.` or `(3)`; null for others. */
export function stepNumber(text: string): number | null {
  const match = /^\(?(\d{1,3})[.)]/u.exec(text);
  return match ? Number(match[1]) : null;
}

export function withoutMarker(text: string): string {
  return text.replace(MARKER_AT_START, '');
}

/** Splits rows and joins other lines to paragraphs. */
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

/** Whether a unit is cut off, for example by a page break. */
export function isUnfinished(unit: Pick<SourceUnit, 'kind' | 'text'>): boolean {
  return unit.kind !== 'row' && UNFINISHED.test(unit.text);
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (const match of text.matchAll(/[^\n\r]+/gu)) {
    if (match[0].trim()) lines.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return lines;
}

export function isRow(line: string): boolean {
  const cells = line.trim().replace(MARKER_AT_START, '');
  // Justified prose can have wide gaps, so a sentence is a row only with a bar or tab.
  return /[.!?]\s*$/u.test(cells) ? /\t|\s\|\s/u.test(cells) : COLUMN_GAP.test(cells);
}

/** Column titles have no values, and numbers only for variants (`TR46-100 | TR46-200`). */
function isHeaderRow(row: string): boolean {
  const cells = row.split(/\t|\s\|\s| {2,}/u).filter((cell) => /\p{N}/u.test(cell));
  const shapes = new Set(cells.map((cell) => cell.trim().replace(/\p{N}+/gu, '9')));
  return cells.length === 0 || (cells.length > 1 && shapes.size === 1 && findQuantities(row, null).length === 0);
}

function startsNew(previous: Line, line: Line): boolean {
  if (isNotice(line.text)) return true;
  if (UNFINISHED.test(previous.text)) return false;
  if (MARKER_AT_START.test(line.text) || DOT_LEADER.test(line.text)) return true;
  if (MARKER_AT_START.test(previous.text) && OPENS_LEAD_IN.test(line.text)) return true;
  if (DOT_LEADER.test(previous.text)) return !/^\s*[\p{Ll}(]/u.test(line.text);
  if (ONLY_MARKER.test(previous.text)) return false;
  return looksLikeHeading(previous.text) && !/^\s*[\p{Ll}(]/u.test(line.text);
}

/** `Table 401. Torque values` is a caption, `Table 401 gives the torque values.` a sentence. */
const CAPTION = /^\s*(?:table|figure|fig\.?)\s+[\dA-Z][\w.-]*[.:]?(?:\s[^\n]*)?[^.!?]$/iu;

const TASK_TITLE = /^(?:sub)?task\s+\d\d-[\d-]+\s[^\n|]*[^.!?]$/iu;

/** A short line without closing punctuation, in capitals or title case. */
function looksLikeHeading(text: string): boolean {
  const line = text.trim().replace(MARKER_AT_START, '');
  if (
    isNotice(line) ||
    /[\p{Sentence_Terminal}:;,：；，、]$/u.test(line) ||
    UNFINISHED.test(line) ||
    line.includes('\n')
  )
    return false;
  if (DOT_LEADER.test(line) || STATE_AT_END.test(line)) return false;
  if (CAPTION.test(line) || TASK_TITLE.test(line)) return true;
  // `Nut: 271 N·m` is a statement.
  if (/:\s/u.test(line) && findQuantities(line, null).length > 0) return false;
  const words = line.split(/\s+/u);
  if (words.length > 12) return false;
  return !/[\p{Ll}\p{Lo}]/u.test(line) || words.every((word) => word.length < 4 || /^[\p{Lu}\p{N}(]/u.test(word));
}

function splitParagraph(text: string, paragraph: Line): Bare[] {
  const units: Bare[] = [];
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
  if (ENDS_IN_ANY_CASE.test(sentence)) return true;
  if (ONLY_MARKER.test(sentence) || ABBREVIATION.test(sentence) || /\.{3}$/u.test(sentence)) return false;
  if (/^[\d½¼¾]/u.test(next) && ABBREVIATION_BEFORE_NUMBER.test(sentence)) return false;
  if (/\sin\.$/u.test(sentence) && /^Hg\b/u.test(next)) return false;
  return /^["'“‘([]*[\p{Lu}\p{Lo}\p{N}•▪●–-]/u.test(next) || new RegExp(`^${MARKER}\\s`, 'u').test(next);
}

function unitOf(text: string, start: number, end: number): Bare {
  const slice = trimmed(text, { start, end });
  const kind = MARKER_AT_START.test(slice.text) ? 'step' : 'sentence';
  return { kind: looksLikeHeading(slice.text) ? 'heading' : kind, ...slice };
}

function trimmed(text: string, span: { start: number; end: number }): { text: string; start: number; end: number } {
  const slice = text.slice(span.start, span.end);
  const start = span.start + (slice.length - slice.trimStart().length);
  const end = span.end - (slice.length - slice.trimEnd().length);
  return { text: text.slice(start, end), start, end };
}

function anyCase(words: string): string {
  return words.replace(/(?<!\\)[a-z]/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
