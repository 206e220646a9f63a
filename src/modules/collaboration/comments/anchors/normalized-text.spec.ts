import { expectLinear, repeated } from '../../../../../test/support/linear-time.js';
import { NormalizedText, normalizedQuote } from './normalized-text.js';

/** More than an anchor needs on either side. */
const BEFORE = 'Remove the panel, drain the tank and clean all of the parts. Then';
const AFTER = 'while a second person holds the lower end of the bracket in place.';
const around = (text: string): string => `${BEFORE} ${text} ${AFTER}`;

/** What stands for the quote in a text, when it was made on another. */
function foundIn(text: string, source: string, quote: string): string[] | null {
  const anchor = new NormalizedText(source).anchorOf(normalizedQuote(quote));
  return anchor && new NormalizedText(text).placesOf(anchor, 10).map(({ start, end }) => text.slice(start, end));
}

describe('NormalizedText', () => {
  it.each([
    ['Torque the nut\nto 120 Nm.', 'nut to  120', 'nut\nto 120'],
    ['Torque the nut to 120\u00a0Nm.', '120 Nm', '120\u00a0Nm'],
    ['Check the tor-\n  que link.', 'the torque link', 'the tor-\n  que link'],
    ['Check the tor\u00ad\nque link.', 'torque', 'tor\u00ad\nque'],
    ['The ﬁlter is of the e\ufb03cient kind', 'filter is of the efficient', 'ﬁlter is of the e\ufb03cient'],
    ['the main-wheel', 'main‑wheel', 'main-wheel'],
    ['the pilot’s seat', "pilot's seat", 'pilot’s seat'],
    ['P/N AN960\u2011416 washer', 'AN960-416', 'AN960\u2011416'],
    ['🛩️ Räder 𝒳 車輪 prüfen', 'Räder 𝒳 車輪', 'Räder 𝒳 車輪'],
    ['ends with a letter of two 𝒳', 'two 𝒳', 'two 𝒳'],
    // Quoted from within a word.
    ['Torque the nut to 120 Nm.', 'que the n', 'que the n'],
  ])('finds in %j what is quoted as %j, on a page that was set anew', (text, quote, found) => {
    const page = `A new page. ${BEFORE.replaceAll(' ', '\n')} ${text}\t${AFTER.replaceAll(' ', '  ')} More.`;
    expect(foundIn(page, around(text), quote)).toEqual([found]);
  });

  it.each([
    ['200 psi', '1 200 psi'],
    ['200 psi', '1\u00a0200 psi'],
    ['200 psi', '1\u202f200 psi'],
    ['200 psi', "1'200 psi"],
    ['15 Nm', '10–15 Nm'],
    ['15 Nm', '10 – 15 Nm'],
    ['1/2 in', '2 1/2 in'],
    ['2 in', '1⁄2 in'],
    ['5 Nm', '−5 Nm'],
    ['5 Nm', '- 5 Nm'],
    ['5 mm', '10·5 mm'],
    ['5 Nm', '12.5 Nm'],
    ['5 Nm', '12,5 Nm'],
    ['120 Nm', '102 Nm'],
    ['AN960-4 bolts', 'AN960-416 bolts'],
    ['AN960-4 bolts', 'AN960-4\u00ad16 bolts'],
    ['AN960 bolts', 'AN960_416 bolts'],
    ['part A-B', 'part AB'],
    ['part 1\u00ad2', 'part 12'],
    ['32-11', '32-11-00'],
    ['wheel', 'wheels'],
    ['torque it', 'Torque it'],
    ['resume', 'resume\u0301'],
  ])('does not take %j for a place in %j, wherever its page begins and ends', (quote, text) => {
    expect(foundIn(around(text), around(quote), quote)).toEqual([]);
    expect(foundIn(around(text), `${quote} ${AFTER}`, quote)).toEqual([]);
    expect(foundIn(around(text), `${BEFORE} ${quote}`, quote)).toEqual([]);
    expect(foundIn(around(text), around(quote), `${BEFORE} ${quote}`)).toEqual([]);
    expect(foundIn(around(text), quote, quote)).toEqual([]);
  });

  it.each([
    ['to 120', 'to 120 500 Nm'],
    ['to 120', 'to 120 ± 5 Nm'],
  ])('does not take %j at the end of a page for the beginning of %j', (quote, text) => {
    expect(foundIn(around(text), `${BEFORE} ${quote}`, quote)).toEqual([]);
  });

  it('takes the words at the beginning and the end of a page wherever they have gone', () => {
    expect(foundIn(`See step 3. ${around('43 Nm')} 4. Close.`, around('43 Nm'), 'Remove the panel')).toEqual([
      'Remove the panel',
    ]);
    expect(foundIn(`See step 3. ${around('43 Nm')} 4. Close.`, around('43 Nm'), 'in place')).toEqual(['in place']);
    expect(foundIn(around('30 bolts'), `30 bolts ${AFTER}`, '30 bolts')).toEqual(['30 bolts']);
  });

  it('tells places where the same is said by the words around them', () => {
    const bolts = (upper: number, lower: number) => `Torque the upper bolt to ${upper} Nm. Lower: to ${lower} Nm.`;
    const source = `Step 3. ${bolts(120, 150)} ${AFTER}`;
    expect(foundIn(`Step 3. ${bolts(150, 120)} ${AFTER}`, source, 'to 120 Nm')).toEqual([]);
    expect(
      foundIn(`Step 9. ${bolts(120, 150)} ${AFTER}`, `Step 9. ${bolts(120, 120)} ${AFTER}`, 'to 120 Nm'),
    ).toBeNull();
  });

  it('has as many words in an anchor as it takes, evenly on both sides', () => {
    const anchored = (text: string, quote: string) => new NormalizedText(text).anchorOf(normalizedQuote(quote))?.text;
    expect(anchored(around('43 Nm'), '3 N')).toBe('clean all of the parts. Then 43 Nm while a second person holds the');
    expect(anchored(around('43 Nm'), 'Remove')).toBe('Remove the panel, drain the tank and clean all of the parts.');
    expect(anchored(around('43 Nm'), 'place')).toBe('a second person holds the lower end of the bracket in place.');
    expect(anchored('Too little.', 'litt')).toBe('Too little.');
    expect(anchored(around('1 2 3 4'), `${BEFORE} 1`)).toBe(`${BEFORE} 1 2 3 4`);
    expect(anchored(around('43 Nm'), AFTER)).toBe(AFTER);
  });

  it('takes what little a page says for nothing but a whole page', () => {
    expect(foundIn('Blank\npage', 'Blank page', 'Blank')).toEqual(['Blank']);
    expect(foundIn('Blank page 7', 'Blank page', 'Blank')).toEqual([]);
  });

  it('counts no further than it is asked to', () => {
    const anchor = new NormalizedText(AFTER).anchorOf('person');
    const text = `${AFTER} `.repeat(1000);
    expect(anchor && new NormalizedText(text).placesOf(anchor, 2)).toHaveLength(2);
  });

  it('gives spans of the original for every piece of a text', () => {
    const text = ' Tor\u00ad-\u2010 ﬁ  a-\nb\t\u00a0c - d ﬀ “e” ';
    const whole = new NormalizedText(text);
    const quotes = [...whole.text].map((_, at) => whole.text.slice(at).trim());
    const spans = quotes.flatMap((quote) => {
      const anchor = whole.anchorOf(quote);
      return anchor ? whole.placesOf(anchor, 50) : [];
    });
    expect(spans.length).toBeGreaterThan(10);
    for (const { start, end } of spans) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThan(start);
      expect(end).toBe(text.length - 1);
    }
  });

  it.each([' ', '-', '\u00ad', 'a-', '- ', 'a-\n', 'a\u00ad'])('takes time in proportion to %j', async (sign) => {
    await expectLinear((text) => new NormalizedText(text).has('x'), repeated(sign), 25_000);
  });
});
