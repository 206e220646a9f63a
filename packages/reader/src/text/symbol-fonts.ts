import { UNKNOWN_CHARACTER } from './text-cleanup.js';

/** Adobe's Symbol encoding from 0x20 on; a blank has no character. */
const SYMBOL =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλµνοπθρστυϖωξψζ{|}∼' +
  ' '.repeat(0xa0 - 0x7f) +
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';

/** Bullets, arrows, checks and numbers of the Wingdings fonts. */
const WINGDINGS: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  wingdings: [
    [0x20, ' '],
    [0x21, '✏✂✁'],
    [0x28, '☎'],
    [0x36, '⌛'],
    [0x45, '☜☞☝☟'],
    [0x4a, '☺'],
    [0x4c, '☹'],
    [0x4e, '☠'],
    [0x6c, '●❍■□'],
    [0x71, '❑❒⬧⧫◆❖⬥⌧'],
    [0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
    [0x9e, '·•'],
    [0xa1, '○'],
    [0xa4, '◉◎'],
    [0xa7, '▪◻'],
    [0xd8, '➢'],
    [0xdc, '➲'],
    [0xdf, '←→↑↓↖↗↙↘'],
    [0xe7, '⬅➔⬆⬇'],
    [0xef, '⇦⇨⇧⇩⬄⇳'],
    [0xfb, '✗✓☒☑'],
  ],
  'wingdings 2': [
    [0x20, ' '],
    [0x4f, '✗✓☒☑☒'],
  ],
  'wingdings 3': [
    [0x20, ' '],
    [0x66, '←→↑↓'],
    [0x70, '▲▼△▽'],
  ],
};

const tables = new Map(
  Object.entries({ symbol: [[0x20, SYMBOL]] as const, ...WINGDINGS }).map(([font, runs]) => [
    font,
    new Map(runs.flatMap(([from, text]) => [...text].map((character, i): [number, string] => [from + i, character]))),
  ]),
);

/** Whether the font shows other characters than its codes. */
export function isSymbolFont(font: string | undefined): boolean {
  return tableOf(font) !== undefined;
}

/** The character of a symbol font for a code, direct or in the private use area; U+FFFD if unknown. */
export function symbolOf(font: string | undefined, code: number): string {
  const isPrivate = code >= 0xf000 && code <= 0xf0ff;
  const table = tableOf(font);
  if (!table) return isPrivate || code < 0x20 || code > 0x10ffff ? UNKNOWN_CHARACTER : String.fromCodePoint(code);
  const number = isPrivate ? code - 0xf000 : code;
  const character = table.get(number) ?? (number > 0xff && number <= 0x10ffff ? String.fromCodePoint(number) : '');
  return character === '' || (character === ' ' && number !== 0x20) ? UNKNOWN_CHARACTER : character;
}

/** Maps text in a font to Unicode: private use characters, and all characters of symbol fonts. */
export function inFont(font: string | undefined, text: string): string {
  if (isSymbolFont(font)) return [...text].map((character) => symbolOf(font, character.codePointAt(0)!)).join('');
  // Word's own bullets and checks without their font are recognized by position.
  return text.replace(/[\uf020-\uf0ff]/g, UNKNOWN_CHARACTER);
}

/** `Symbol`, `Symbol MT` and `SymbolPS` are one family; numbers distinguish the Wingdings fonts. */
function tableOf(font: string | undefined): ReadonlyMap<number, string> | undefined {
  const name = font?.trim().toLowerCase() ?? '';
  return tables.get(/^(?:symbol|standard symbols)(?:\s?(?:mt|ps|std|neu|l|set)\b.*)?$/.test(name) ? 'symbol' : name);
}
