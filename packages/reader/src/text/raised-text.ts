/** Marks for raised and lowered text, so that 10⁵ never reads 105 and 1½ never 11/2. Noncharacters (Unicode 23.7), which no text has. */
const UP = '\ufdd0';
const DOWN = '\ufdd1';
const END = '\ufdd2';

const SUPERSCRIPTS = charactersOf(
  '0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW',
  '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ',
);
const SUBSCRIPTS = charactersOf('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎');

/** Superscripts with their own character or spelling. */
const SIGNS: Readonly<Record<string, string>> = { TM: '™', SM: '℠' };

const MARK = /[\ufdd0-\ufdd2]/g;
const RAISED_IN_PARTS = /(?:\ufdd0[^\ufdd0-\ufdd2]*\ufdd2){2,}/g;
const LOWERED_IN_PARTS = /(?:\ufdd1[^\ufdd0-\ufdd2]*\ufdd2){2,}/g;
const FRACTION =
  /\ufdd0 ?(\d{1,9}) ?(?:\ufdd2 ?[/⁄∕] ?\ufdd1|[/⁄∕] ?\ufdd2 ?\ufdd1|\ufdd2 ?\ufdd1[/⁄∕]) ?(\d{1,9}) ?\ufdd2/g;
/** A tolerance of two stacked numbers. */
const TOLERANCE =
  /\ufdd0 ?(\+ ?\d[\d.,]{0,12}) ?\ufdd2 ?\/? ?\ufdd1 ?([-−–] ?\d[\d.,]{0,12}) ?\ufdd2(?=(\p{L}|\p{N})?)/gu;
/** U+2044 between digits is a fraction in any setting. */
const HALF_SET_FRACTION = /\ufdd0(\d{1,9})\ufdd2⁄(\d{1,9})(?!\d)/g;
const INNERMOST = /([\ufdd0\ufdd1])([^\ufdd0-\ufdd2]*)\ufdd2/g;

/** Maximum nested superscripts; deeper ones are written unchanged. */
const MAX_DEPTH = 8;

export function raised(text: string): string {
  return text.trim() === '' ? text : UP + text + END;
}

export function lowered(text: string): string {
  return text.trim() === '' ? text : DOWN + text + END;
}

/** Text without its raised and lowered parts. */
export function onTheLine(text: string): string {
  let rest = text;
  for (let depth = 0; depth < MAX_DEPTH && rest.includes(END); depth += 1) rest = rest.replace(INNERMOST, '');
  return rest;
}

/** Replaces marks by Unicode superscripts or subscripts where all characters have one, else by `^` or `_`. Fractions become ` 1/2`. */
export function settleRaised(marked: string): string {
  let text = marked;
  for (let depth = 0; depth < MAX_DEPTH && (text.includes(UP) || text.includes(DOWN)); depth += 1) {
    text = text
      .replace(RAISED_IN_PARTS, (parts) => UP + parts.replace(MARK, '') + END)
      .replace(LOWERED_IN_PARTS, (parts) => DOWN + parts.replace(MARK, '') + END)
      .replace(TOLERANCE, (_, above: string, below: string, after = '') => ` ${above}/${below}${after && ' '}`)
      .replace(FRACTION, fraction)
      .replace(HALF_SET_FRACTION, fraction)
      .replace(INNERMOST, (_, mark: string, content: string, at: number, whole: string) => {
        const end = at + content.length + 2;
        return written(mark, content, whole.charAt(at - 1), whole.charAt(end));
      });
  }
  return text.replaceAll(UP, '^').replaceAll(DOWN, '_').replaceAll(END, '');
}

function fraction(match: string, above: string, below: string, at: number, whole: string): string {
  const apart = (neighbour: string): string => (/[\p{L}\p{N}.,]/u.test(neighbour) ? ' ' : '');
  const after = whole.charAt(at + match.length);
  return `${apart(whole.charAt(at - 1))}${above}/${below}${/\p{N}/u.test(after) ? ' ' : ''}`;
}

function written(mark: string, content: string, before: string, after: string): string {
  const text = content.trim();
  // Asterisks, daggers, primes: a number cannot merge with them.
  if (!/[\p{L}\p{N}]/u.test(text) || text in SIGNS) return content.replace(text, SIGNS[text] ?? text);
  if (mark === UP && /\d/.test(before)) {
    if (/^(?:st|nd|rd|th)$/i.test(text)) return content;
    if (/^[oº]$/i.test(text)) return '°';
  }
  // After a number, or alone, a fraction that is raised as a whole is not a power.
  if (mark === UP && /^\d{1,9}[/⁄]\d{1,9}$/.test(text) && /^(?:[\d\s(]|)$/.test(before))
    return `${/\d/.test(before) ? ' ' : ''}${text.replace('⁄', '/')}${/\p{N}/u.test(after) ? ' ' : ''}`;
  const characters = [...text].map((character) => (mark === UP ? SUPERSCRIPTS : SUBSCRIPTS).get(character));
  const [start, end] = [/^\s*/.exec(content)![0], /\s*$/.exec(content)![0]];
  if (characters.every((character) => character !== undefined)) return start + characters.join('') + end;
  const isWord = /^[\p{L}\p{Nd}]+(?:[.,][\p{L}\p{Nd}]+)*$/u.test(text) && (end !== '' || !/[\p{L}\p{N}]/u.test(after));
  return `${start}${mark === UP ? '^' : '_'}${isWord ? text : `(${text})`}${end}`;
}

function charactersOf(plain: string, shifted: string): ReadonlyMap<string, string> {
  const targets = [...shifted];
  return new Map([...plain].map((character, i) => [character, targets[i]!]));
}
