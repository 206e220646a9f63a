import { pagesOf, rawPage, type LineSpec } from '../../../../test/support/pages/raw-page.js';
import { framePages, type FramedPage } from './running-rows.js';
import type { RawPage, Row } from './rows/text-line.js';

async function framed(pages: RawPage[], from?: number): Promise<FramedPage[]> {
  const result: FramedPage[] = [];
  for await (const page of framePages(pagesOf(pages), from)) result.push(page);
  return result;
}

const texts = (rows: Row[]) => rows.map((row) => row.segments.map((segment) => segment.text).join(' | '));

function page(n: number, header: (string | LineSpec)[], footer: (string | LineSpec)[]): RawPage {
  const at = (y: number) => (line: string | LineSpec, i: number) => ({
    ...(typeof line === 'string' ? { text: line } : line),
    y: y + i * 12,
  });
  const body = [
    { text: `Body of page ${n} starts here`, y: 120 },
    { text: `and ends with line ${n * 7}`, y: 400 },
  ];
  return rawPage([...header.map(at(40)), ...body, ...footer.map(at(740))], n);
}

describe('framePages', () => {
  it('finds headers and footers whose numbers change', async () => {
    const pages = [1, 2, 3, 4, 5].map((n) => page(n, ['SKARV 46 | AMM'], [`Page ${n} of 5`]));
    for (const { header, footer, body } of await framed(pages)) {
      expect(texts(header)).toEqual(['SKARV 46 | AMM']);
      expect(footer).toHaveLength(1);
      expect(body).toHaveLength(2);
    }
  });

  it('finds them across page blocks and with changing words between fixed rows', async () => {
    const effectivity = ['ALL', 'ALL', 'MSN 5001-5048', 'PRE SB 46-018', 'ALL'];
    const pages = [201, 202, 501, 502, 503].map((label, i) =>
      page(i + 1, [], ['EFFECTIVITY | 32-11-00', `${effectivity[i]} | Page ${label}`, '2026-05-29']),
    );
    for (const { footer } of await framed(pages)) expect(footer).toHaveLength(3);
  });

  it('recognises left and right pages by themselves', async () => {
    const pages = Array.from({ length: 8 }, (_, i) => page(i + 1, [i % 2 ? 'CHAPTER 32' : 'LANDING GEAR'], []));
    expect((await framed(pages)).every(({ header }) => header.length === 1)).toBe(true);
  });

  it('keeps numbered titles, notices and ordinary first lines in the body', async () => {
    const title = (n: number): LineSpec => ({ text: `FAULT ${n}`, size: 14, bold: true });
    for (const { header } of await framed([1, 2, 3, 4].map((n) => page(n, [title(n)], [])))) expect(header).toEqual([]);
    const warned = [1, 2, 3].map((n) => page(n, ['WARNING: HIGH VOLTAGE.'], []));
    for (const { header } of await framed(warned)) expect(header).toEqual([]);
  });

  it('keeps a step at the same place of every page, though only its numbers differ', async () => {
    const pages = [1, 2, 3, 4, 5].map((n) => page(n, [`(${n}) Torque the bolts to ${n * 10} N·m.`], [`- ${n} -`]));
    for (const { header, footer, body } of await framed(pages)) {
      expect([header, footer].map(({ length }) => length)).toEqual([0, 1]);
      expect(texts(body)[0]).toMatch(/Torque the bolts/);
    }
  });

  it('finds them around a table set sideways', async () => {
    const pages = [1, 2, 3, 4].map((n) => page(n, ['SKARV 46 | CMM'], [`Page ${n}`]));
    const sideways = { ...rawPage([{ text: 'Item | Torque', y: 90 }]).rows[0]!, sideways: true as const };
    pages[1]!.rows.push(sideways);
    const [, second] = await framed(pages);
    expect([second!.header, second!.footer].map(texts)).toEqual([['SKARV 46 | CMM'], ['Page 2']]);
    expect(second!.body.at(-1)).toBe(sideways);
  });

  it('treats a file of one page as all body', async () => {
    const [only] = await framed([page(1, ['A header?'], ['A footer?'])]);
    expect(only!.body).toHaveLength(4);
  });

  it('delivers from a page on as if all pages had been read', async () => {
    const pages = Array.from({ length: 12 }, (_, i) => page(i + 1, ['SKARV 46'], [`Page ${i + 1}`]));
    const all = await framed(pages);
    expect(await framed(pages.slice(3), 8)).toEqual(all.slice(7));
  });

  it('takes the common size of the neighbourhood as body size', async () => {
    const cover = rawPage([{ text: 'MANUAL', size: 30 }], 1);
    const [first] = await framed([cover, page(2, [], []), page(3, [], [])]);
    expect(first!.body_size).toBe(10);
  });
});
