export const CharacterClass = {
  Separator: 1,
  Letter: 2,
  Digit: 3,
  /** Belongs to the preceding character: combining marks, soft hyphens, joiners. */
  Mark: 4,
  /** Letters of scripts without spaces between words, and Korean. */
  Unspaced: 5,
} as const;

const { Separator, Letter, Digit, Mark, Unspaced } = CharacterClass;

const JOINING = /^[\u00AD\u200C\u200D\u2060\uFEFF\uFE00-\uFE0F]$/;
const SIGN = /^[\u2122\u2120]$/;
const UNSPACED_SCRIPT =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;
const WORD = /[\p{L}\p{N}]/u;

/** Cached classes of the basic plane; 0 is unknown. */
const known = new Uint8Array(0x10000);

/** The class of the code point at `index`. A lone surrogate is a separator. */
export function classAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const found = known[unit]!;
  if (found !== 0) return found;
  if (unit >= 0xd800 && unit <= 0xdfff) return classify(String.fromCodePoint(text.codePointAt(index)!));
  return (known[unit] = classify(String.fromCharCode(unit)));
}

/** Whether the code point at `index` has two UTF-16 units. */
export function isWide(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff && text.codePointAt(index)! > 0xffff;
}

/** Compatibility forms have the class of what they represent: full-width digits are digits, a squared `mm` is letters. */
function classify(character: string): number {
  if (JOINING.test(character)) return Mark;
  if (SIGN.test(character)) return Separator;
  const plain = character.normalize('NFKC');
  if (/^\p{M}$/u.test(plain)) return UNSPACED_SCRIPT.test(plain) ? Unspaced : Mark;
  if (!WORD.test(plain)) return Separator;
  if (UNSPACED_SCRIPT.test(character)) return Unspaced;
  return /^\p{N}+$/u.test(plain) ? Digit : Letter;
}
