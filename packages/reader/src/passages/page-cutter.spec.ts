import { cutPages } from './page-cutter.js';
import type { MarkupBlock } from '../document/page-source.js';

const block = (kind: MarkupBlock['kind'], length: number): MarkupBlock => ({ kind, text: 'x'.repeat(length) });
const kinds = (pages: MarkupBlock[][]) => pages.map((page) => page.map(({ kind }) => kind));

describe('cutPages', () => {
  it('ends pages between blocks, at about 3,000 characters', () => {
    const pages = cutPages(Array.from({ length: 100 }, () => block('paragraph', 250)));
    expect(pages.flat()).toHaveLength(100);
    expect(pages.map((page) => page.length)).toEqual([...Array.from({ length: 9 }, () => 11), 1]);
  });

  it('gives a long block a page of its own', () => {
    const pages = cutPages([block('paragraph', 10), block('paragraph', 9_000), block('paragraph', 10)]);
    expect(pages.map((page) => page.length)).toEqual([1, 1, 1]);
  });

  it('keeps headings and notices with what follows them', () => {
    const pages = cutPages([
      block('paragraph', 2_900),
      block('heading', 20),
      block('warning', 70),
      block('list_item', 100),
    ]);
    expect(kinds(pages)).toEqual([['paragraph'], ['heading', 'warning', 'list_item']]);
  });

  it('parts even notices when there is no end of them', () => {
    const pages = cutPages([block('heading', 20), ...Array.from({ length: 30 }, () => block('warning', 700))]);
    expect(pages.flat()).toHaveLength(31);
    expect(pages.length).toBeGreaterThan(2);
    expect(cutPages([])).toEqual([]);
  });
});
