import { beforeAll, describe, expect, it } from '@jest/globals';
import { PageIndex, PageIndexWriter } from './page-index.js';
import { PageSearch } from './page-search.js';
import { documentTerms } from './page-terms.js';

const PAGES = [
  'TASK 32-41-11-400-801 Install the main landing gear wheel. Torque the nut to 270 N·m.',
  'Remove the wheel. Part number AT72-4021-3 applies.',
  'Hydraulic pressure of the brake accumulator: 3,000 psi. The wheel is not removed.',
  'Colour of the fluid. </script><b>x</b>\u2028 ATA 29-10.',
];

async function searchOf(pages: readonly string[], title = 'Manual', number: string | null = null): Promise<PageSearch> {
  const writer = new PageIndexWriter();
  const ofDocument = documentTerms({ title, document_number: number });
  for (const text of pages) writer.add(text, ofDocument);
  return new PageSearch(new PageIndex(await writer.finish()), (page) => pages[page]!);
}

describe('PageSearch', () => {
  let search: PageSearch;
  beforeAll(async () => {
    search = await searchOf(PAGES);
  });
  const pagesFor = (query: string): number[] => search.search(query, 10).hits.map(({ page }) => page);

  it.each([
    ['torque nut', [0]],
    ['TORQUING nuts', [0]],
    ['wheel', [1, 2, 0]],
    ['color', [3]],
    ['hydrau', [2]],
    ['AT72-4021-3', [1]],
    ['32-41-11-400-801', [0]],
    ['32-41-11', [0]],
    ['3000 psi', [2]],
    ['"remove the wheel"', [1]],
    ['"wheel is not removed"', [2]],
    ['wheel -hydraulic', [1, 0]],
    ['wheel -"main landing gear"', [1, 2]],
    ['nothing-of-this', []],
    ['', []],
    ['</script>', [3]],
  ])('finds %j', (query, expected) => {
    expect(pagesFor(query)).toEqual(expected);
  });

  it('counts all, and returns the best', () => {
    const { hits, total, isComplete, terms } = search.search('wheel', 1);
    expect([hits.length, total, isComplete, [...terms]]).toEqual([1, 3, true, ['wheel']]);
  });

  it('finds all pages of a document by its number and title', async () => {
    const own = await searchOf(PAGES, 'Service bulletin', 'SB72-32-0045');
    expect(own.search('SB72-32-0045', 10).total).toBe(4);
    expect(own.search('bulletin', 10).total).toBe(4);
  });

  it('has more pages than a byte counts, and none', async () => {
    const many = await searchOf(Array.from({ length: 1_000 }, (_, n) => `page item${n} common common`));
    expect(many.search('item777', 5).hits.map(({ page }) => page)).toEqual([777]);
    const always = { goesOn: () => true };
    expect(many.search('"common common"', 5, always)).toMatchObject({ total: 1_000, isComplete: true });
    let left = 300;
    const short = many.search('"common common"', 5, { goesOn: () => (left -= 1) >= 0 });
    expect(short).toMatchObject({ total: 300, isComplete: false });
    expect((await searchOf([])).search('wheel', 5).total).toBe(0);
  });

  it('finds a phrase on the last of many pages with its words', async () => {
    const pages = Array.from({ length: 400 }, () => 'washer nut washer nut').concat(
      `${'other '.repeat(50)} nut washer.`,
    );
    const one = await searchOf(pages.map((text) => text.replaceAll('washer nut washer nut', 'washer, x nut')));
    const { hits, total, isComplete } = one.search('"nut washer"', 5, { goesOn: () => true });
    expect([hits.map(({ page }) => page), total, isComplete]).toEqual([[400], 1, true]);
  });

  it('counts pages that are not shown apart, and gives them no place', async () => {
    const one = await searchOf(
      Array.from({ length: 2_000 }, (_, n) => (n < 1_999 ? 'wheel wheel' : 'wheel of others')),
    );
    const shows = (page: number): boolean => page === 1_999;
    const { hits, total, hidden } = one.search('wheel', 5, { shows });
    expect([hits.map(({ page }) => page), total, hidden]).toEqual([[1_999], 1, 1_999]);
    const phrase = one.search('"wheel wheel"', 5, { shows, goesOn: () => true });
    expect(phrase).toMatchObject({ hits: [], total: 0, hidden: 1_999, isComplete: true, isHiddenComplete: true });
    // Pages that are not shown run out of time alone.
    let left = 10;
    const short = one.search('"wheel wheel"', 5, { shows, goesOn: () => (left -= 1) > 0 });
    expect(short).toMatchObject({ hits: [], isComplete: true, isHiddenComplete: false });
  });

  it('tells that a word begins more words than are looked for', async () => {
    const one = await searchOf(
      Array.from(
        { length: 300 },
        (_, n) => `wheel${[100, 10, 1].map((of) => 'bcdfghjklm'[Math.floor(n / of) % 10]).join('')}`,
      ),
    );
    expect(one.search('wheel', 5)).toMatchObject({ total: 200, isComplete: false });
    const few = await searchOf(Array.from({ length: 20 }, (_, n) => `wheelxy${'z'.repeat(n)}`));
    expect(few.search('wheelx', 50)).toMatchObject({ total: 20, isComplete: true });
  });

  it('refuses content that is no index', () => {
    expect(() => new PageIndex(new Uint8Array(20))).toThrow(RangeError);
  });

  it('tells a complete identifier from one that begins another', async () => {
    const one = await searchOf(['P/N 123-4567 x', 'P/N 123-4567-8 x', `P/N 123-4567-9 ${'x '.repeat(300)}`]);
    const pages = (query: string): number[] => one.search(query, 5).hits.map(({ page }) => page);
    expect(pages('123-4567')).toEqual([0, 1, 2]);
    expect(pages('123-4567-9')).toEqual([2]);
  });

  it('keeps terms of all scripts, however they begin', async () => {
    const words = ['\u{1d4d0}a', '\u{1d4d1}b', '\u{1d4d1}', 'naïve', 'naïf', 'n'];
    const writer = new PageIndexWriter();
    for (const word of words) writer.add('', [word]);
    const index = new PageIndex(await writer.finish());
    expect(words.map((word) => [...index.find(word)!.pages])).toEqual(words.map((_, page) => [page]));
    expect([index.find('na'), index.find('nb')]).toEqual([null, null]);
  });

  it('pauses within the terms of one beginning, and within those of many pages', async () => {
    const writer = new PageIndexWriter();
    const terms = Array.from({ length: 20_000 }, (_, n) => `#TASK32-41-11-${n}\u{1d4d1}`);
    // Halves of a pair of surrogates are the same in all of them.
    const letters = Array.from({ length: 4_000 }, (_, n) => `x${String.fromCodePoint(0x20000 + (n % 250))}${n}`);
    writer.add('', [...terms, ...letters]);
    let pauses = 0;
    const pause = (): Promise<void> => Promise.resolve(void (pauses += 1));
    const index = new PageIndex(await writer.finish(pause));
    expect(pauses).toBeGreaterThan(24);
    expect([...index.terms]).toEqual([...terms, ...letters].sort());
    expect([index.find(terms[777]!), index.find('#TASK32-41-11-')]).toEqual([expect.anything(), null]);

    const common = new PageIndexWriter();
    const words = Array.from({ length: 100 }, (_, n) => `word${n}`);
    for (let page = 0; page < 1_000; page += 1) common.add('', words);
    pauses = 0;
    const many = new PageIndex(await common.finish(pause));
    expect([pauses > 30, many.find('word99')!.pages.length]).toEqual([true, 1_000]);
  });
});
