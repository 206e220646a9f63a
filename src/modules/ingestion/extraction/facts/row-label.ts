import { COMPARATIVE, LABEL_WORD, NEGATOR, type Direction } from './bound-words.js';

/** `Maximum speed, gear operation | 170 KIAS`, `Relief valve closes, minimum | 224 bar`: only quantities in between. */
const ROW = new RegExp(
  String.raw`(?:^|\n)\s*(?:(max|min)imum(?:\s+(?:continuous|transient|${LABEL_WORD}))+(?=[,(\s|])[^|.;]{0,80}|[^|.;\n]{1,80}?,\s(max|min)imum(?:\s+(?:at|for|during|in)\s[^|.;]{1,60}?)?)\s\|\s[#\s()|]*$`,
  'iu',
);

/** Which bound the first cell of a row makes of the quantities in the cells behind it; null if none, or more is said. */
export function rowBound(before: string): Direction | null {
  const found = ROW.exec(before.slice(-250));
  if (!found) return null;
  const which = (found[1] ?? found[2])!.toLowerCase();
  const rest = found[0].replace(/(?:max|min)imum/i, '');
  if (rest.search(COMPARATIVE) >= 0 || rest.search(NEGATOR) >= 0) return null;
  return which === 'max' ? 'upper' : 'lower';
}
