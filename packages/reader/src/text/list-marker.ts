/** Values of HTML's `type` attribute; Word's number formats are translated to them. */
export type ListStyle = '1' | '01' | 'a' | 'A' | 'i' | 'I';

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

export function listMarker(number: number, style: string): string {
  return `${formatNumber(number, style)}.`;
}

/** A list number. Numbers that a style cannot express are in digits. */
export function formatNumber(number: number, style: string): string {
  if (style === '01') return String(number).padStart(2, '0');
  if (number < 1 || number > 3_999) return String(number);
  const text = /^[aA]$/.test(style) ? letters(number) : /^[iI]$/.test(style) ? roman(number) : String(number);
  return /^[AI]$/.test(style) ? text.toUpperCase() : text;
}

/** a … z, aa, bb … as in Word; HTML continues with ab, which no real list reaches. */
function letters(number: number): string {
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
}

function roman(number: number): string {
  let [rest, text] = [number, ''];
  for (const [value, digits] of ROMAN) {
    text += digits.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
}
