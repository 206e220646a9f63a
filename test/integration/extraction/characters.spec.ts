import { DOCX } from '@amks/reader/docx/docx-format.js';
import { docxOf, paragraph } from '../../support/manuals/docx-factory.js';
import { readContent } from '../../support/manuals/drawn-pages.js';
import { charactersPdf, overlaidPdf } from '../../support/manuals/pdf-factory.js';
import { dataModule } from '../../support/manuals/s1000d-modules.js';

/** What is printed and, where that is not the same, what is stored. */
const PRINTED: Record<string, [printed: string, stored?: string]> = {
  'minus sign': ['−40 °C to 30 − 5 mm'],
  'non-breaking hyphen': ['SS‑2541‑03‑M'],
  'hyphen U+2010': ['SS‐2541'],
  'dashes between numbers': ['5‒8 mm, 30–40 N·m, 5—6, 5―6'],
  'decimal commas': ['0,00 mm and 302,80 N·m'],
  'zeros at both ends': ['007.500 in and 1.250,00 kg'],
  'full-width digits': ['１２３ ｍｍ'],
  'raised digits': ['10² Pa, m³, 10⁻⁵'],
  'lowered digits': ['H₂O'],
  fractions: ['½ ¾ ⅜ 1⁄8'],
  'degree and ordinal signs': ['5 °C, 5 ºC, 1ª, 5 ˚C'],
  'micro sign and mu': ['5 µm, 5 μm'],
  'ohm sign': ['47 \u2126', '47 Ω'],
  'signs of quantities': ['± ≤ ≥ × ÷ ≈ ∅ Ø ⌀ √ ∞ ′ ″ ‰ № ℃'],
  arrows: ['→ ⇒ ▲ ● ✓ ☐'],
  quotes: ['“A” ‘B’ «C» 5\' 6"'],
  ligatures: ['e\ufb03cient \ufb01t \ufb02ow', 'efficient fit flow'],
  'letters with marks of their own': ['Ho\u0308he', 'Höhe'],
  'marks without a composed letter': ['x\u0304 and q\u0323'],
  'characters beyond the basic plane': ['𝟑𝟎 and 🛩'],
  'Cyrillic and Greek': ['КДЯ and ΑΒΓ'],
  'spaces in numbers': ['1\u00a0000\u202fN·m and 2\u2009500\u2007kg', '1 000 N·m and 2 500 kg'],
  'zero-width characters': ['P\u200b/\u2060N A\ufeffB', 'P/N AB'],
};

const lines = (texts: string[]) => texts.map((text, i) => `${i + 1}. Fit ${text} there.`);
const each = (texts: string[], write: (line: string) => string) => lines(texts).map(write).join('');
const escaped = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const WRITERS: [string, (texts: string[]) => string | Uint8Array][] = [
  ['application/pdf', (texts) => charactersPdf(lines(texts))],
  [DOCX, (texts) => docxOf({ body: each(texts, (line) => paragraph(escaped(line))) })],
  ['text/html', (texts) => `<meta charset=utf-8>${each(texts, (line) => `<p>${escaped(line)}</p>`)}`],
  ['text/markdown', (texts) => each(texts, (line) => `${line.replace('. ', '\\. ')}\n\n`)],
  ['text/plain', (texts) => each(texts, (line) => `${line}\n\n`)],
  [
    'application/xml',
    (texts) =>
      dataModule(`<description>${each(texts, (line) => `<para>${escaped(line)}</para>`)}</description>`, {
        applicability: '',
      }),
  ],
];

/** The texts as they are stored, and the warnings. */
async function stored(format: string, write: (texts: string[]) => string | Uint8Array, texts: string[]) {
  const { pages, warnings } = await readContent(format, write(texts));
  const text = pages.map(({ page }) => page.text).join('\n');
  return { texts: [...text.matchAll(/^\d+\. Fit (.*) there\.$/gm)].map(([, found]) => found), warnings };
}

describe.each(WRITERS)('what is printed in %s', (format, write) => {
  it('is what is stored', async () => {
    const read = await stored(
      format,
      write,
      Object.values(PRINTED).map(([printed]) => printed),
    );
    const found = Object.fromEntries(Object.keys(PRINTED).map((name, i) => [name, read.texts[i]]));
    const expected = Object.entries(PRINTED).map(([name, [printed, kept = printed]]) => [name, kept]);
    expect(found).toEqual(Object.fromEntries(expected));
    expect(read.warnings).toEqual([]);
  });

  it('keeps a soft hyphen that is seen, and tells of one that is not where it matters', async () => {
    const { texts, warnings } = await stored(format, write, ['SS\u00ad2541\u00ad03\u00adM']);
    const isSeen = format === 'application/pdf' || format === DOCX || format === 'text/plain';
    expect(texts).toEqual([isSeen ? 'SS-2541-03-M' : 'SS254103M']);
    expect(warnings.filter((warning) => /soft hyphens/i.test(warning))).toHaveLength(isSeen ? 0 : 1);
  });

  it('tells of characters that nothing names', async () => {
    const { texts, warnings } = await stored(format, write, ['A\ue123B']);
    expect(texts).toEqual(['A\ufffdB']);
    expect(warnings.filter((warning) => warning.includes('\ufffd'))).toHaveLength(1);
  });
});

describe('characters of a PDF', () => {
  const read = async (...drawn: Parameters<typeof charactersPdf>) => {
    const { pages, warnings } = await readContent('application/pdf', charactersPdf(...drawn));
    return { lines: pages[0]!.page.text.split('\n'), warnings };
  };
  const sure = /does not reliably identify/;

  it('join a word that a drawn soft hyphen breaks, and no number', async () => {
    const { lines: text } = await read(['the main land\u00ad', 'ing gear is SB 32\u00ad', '57 of the aircraft']);
    expect(text).toEqual(['the main landing gear is SB 32-57 of the aircraft']);
  });

  it('stand in their place behind one that the parser drops', async () => {
    const code = (character: string, i: number) => ({ code: 0x41 + i, character });
    const whole = ['1', '\u00ad\u00ad', '2 ', 'mm\u00ad', '+', '3'].map(code);
    expect((await read([whole])).lines).toEqual(['1--2 mm-+3']);
  });

  it('are shown as unknown where a font gives control characters', async () => {
    const { lines: text, warnings } = await read(['Torque to \u0003\u0013 N.']);
    expect(text).toEqual(['Torque to \ufffd\ufffd N.']);
    expect(warnings.some((warning) => warning.includes('\ufffd'))).toBe(true);
  });

  it('cannot be the marks by which raised text is found', async () => {
    expect((await read(['10\ufdd02\ufdd2 Pa'])).lines).toEqual(['10\ufffd2\ufffd Pa']);
  });

  it.each([
    [
      'names none',
      [['A', 'B', 'C']],
      '/Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >> /Encoding << /Differences [65 /x1 /x2 /x3] >> /FirstChar 65 /LastChar 67 /Widths [1 1 1]',
    ],
    ['names a digit as another', [['3']], '/Type1 /BaseFont /Courier /Encoding << /Differences [51 /eight] >>'],
  ])('are doubted where the font %s', async (_what, [line], font) => {
    const drawn = line!.map((character) => ({
      code: character.charCodeAt(0),
      ...(/\d/.test(character) && { character }),
    }));
    expect((await read([drawn], { font })).warnings).toEqual([expect.stringMatching(sure)]);
  });

  it('have no spaces between them in scripts without any, however wide they are set', async () => {
    const { lines: text } = await read(['将螺母拧紧至，30 N。', 'ボルトを締める'], { spacing: 2.5 });
    expect(text.join('')).toMatch(/^将螺母拧紧至，.*。ボルトを締める$/);
  });

  it('are read where form fields, signatures and stamps show them', async () => {
    const { pages, warnings } = await readContent('application/pdf', overlaidPdf());
    const text = 'Torque to 302,80 N\nSigned by Inspector 12\nSUPERSEDED\n0,00 mm';
    expect(pages[0]!.page.text).toBe(text);
    expect(warnings).toEqual([expect.stringMatching(/^Form fields/), expect.stringMatching(/^Stamps/)]);
  });
});
