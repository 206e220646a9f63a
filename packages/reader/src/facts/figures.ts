import type { FigureMention } from '@amks/language/facts/passage-facts.js';

const NUMBER = String.raw`(?:\d{1,4}[A-Z]?(?:[-.–]\d{1,4}[A-Z]?){0,6}(?:-[A-Z])?|[A-Z]{1,2}[-.]?\d{1,4}|[IVX]{1,5}(?![a-z]))`;
const SHEET = /^[\s,;]{0,2}\(?\s?(?:SHEET|Sheet|sheet|SHT|Sht)\.?\s+(\d{1,3}(?:\s?(?:of|OF|\/)\s?\d{1,3})?)\)?/;
const SHEET_ALONE = /^\(?(?:SHEET|Sheet)\s+(\d{1,3}(?:\s?(?:of|OF|\/)\s?\d{1,3})?)\)?$/;

const MENTION = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(FIG(?:URE)?S?|[Ff]ig(?:ure)?s?|TABLES?|[Tt]ables?)\.?\s(?:No\.?\s)?(${NUMBER})((?:(?:,\s?|\s?(?:and|or|to|&|AND|OR|TO)\s|,\s?and\s)${NUMBER}(?![\p{L}%°]|\s?(?:mm|in|psi|Nm)\b)){0,12})(?![\p{L}\p{N}])`,
  'gu',
);
const FURTHER = new RegExp(NUMBER, 'g');

const CAPTION = new RegExp(
  String.raw`^(FIG(?:URE)?|[Ff]ig(?:ure)?|TABLE|[Tt]able)\.?\s(?:No\.?\s)?(${NUMBER})(?![\p{L}\p{N}])`,
  'u',
);

/** Maximum length of a caption. */
const MAX_CAPTION = 240;

export interface Caption {
  kind: FigureMention['kind'];
  number: string;
  title: string;
  sheet?: string;
}

/** Number and title of a caption: `Figure 201. Main wheel`, `TABLE 3-1`. Null for sentences ("Figure 3 shows the pump."). */
export function captionOf(line: string): Caption | null {
  const match = line.length <= MAX_CAPTION ? CAPTION.exec(line) : null;
  if (!match) return null;
  let rest = line.slice(match[0].length);
  const sheet = SHEET.exec(rest)?.[1];
  if (sheet !== undefined) rest = rest.replace(SHEET, '');
  const separator = /^\s*(?:[.:|–—-]+)\s*|^\s*(?=\()|^\s+(?=[\p{Lu}\d"“])|^$/u.exec(rest);
  if (!separator) return null;
  const title = rest.slice(separator[0].length).trim();
  const later = /\s*\(?(?:SHEET|Sheet)\s+(\d{1,3}(?:\s?(?:of|OF)\s?\d{1,3})?)\)?/.exec(title);
  const isSentence = /[;,]$/.test(title) || (/\.$/.test(title) && /^(?:(?:and|or|to)\b)/i.test(title));
  const words = later ? title.replace(later[0], '').trim() : title;
  if (isSentence || (separator[0].trim() === '' && /^(?:And|Or|To|For|Is|Shows?|Gives?)\b/.test(words))) return null;
  return {
    kind: kindOf(match[1]!),
    number: match[2]!,
    title: words,
    ...((sheet ?? later?.[1]) !== undefined && { sheet: plain((sheet ?? later![1])!) }),
  };
}

/** Whether a line only numbers the sheets of the preceding figure. */
export function isSheetLine(line: string): boolean {
  return SHEET_ALONE.test(line.trim());
}

/** The figures and tables in a text, in order. Offsets are counted from `offset`. */
export function findFigures(text: string, offset = 0): FigureMention[] {
  return [...text.matchAll(MENTION)].flatMap((match): FigureMention[] => {
    const [whole, word, first, further = ''] = match as unknown as [string, string, string, string | undefined];
    const sheet = SHEET.exec(text.slice(match.index + whole.length, match.index + whole.length + 30));
    const end = match.index + whole.length + (sheet?.[0].trimEnd().length ?? 0);
    const base = {
      kind: kindOf(word),
      text: text.slice(match.index, end),
      start: offset + match.index,
      end: offset + end,
    };
    const numbers = [first, ...(further.match(FURTHER) ?? [])];
    return numbers.map((number, i) => ({
      ...base,
      number,
      ...(sheet && i === numbers.length - 1 && { sheet: plain(sheet[1]!) }),
    }));
  });
}

function kindOf(word: string): FigureMention['kind'] {
  return /^t/i.test(word) ? 'table' : 'figure';
}

function plain(sheet: string): string {
  return sheet.replace(/\s?(?:of|\/)\s?/i, ' of ');
}
