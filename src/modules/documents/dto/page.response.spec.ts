import type { PageBox } from '@amks/reader/layout/rows/page-boxes.js';
import type { Revision } from '../revision.entity.js';
import type { PageRow } from '../revision.repository.js';
import { PageResponse, secondsLeft } from './page.response.js';

describe('PageResponse', () => {
  it('places each of very many blocks without looking at every box of the page for it', () => {
    const count = 5000;
    let visits = 0;
    const offsets = Array.from({ length: count }, (_, i) => i * 10);
    const boxes = offsets.map(
      (start) =>
        new Proxy<PageBox>([start, start + 9, 0, start, 90, 12], {
          get: (box, key) => {
            if (key === '0') visits += 1;
            return Reflect.get(box, key) as unknown;
          },
        }),
    );
    const blocks = offsets.map((start) => ({ kind: 'paragraph', text: 'Nine char', start, end: start + 9 }));
    const page = {
      text: '',
      blocks,
      boxes,
      facts: [],
      discrepancies: [],
      temporary_revisions: [],
    } as unknown as PageRow;
    const response = PageResponse.of({} as Revision, page);
    expect(response.blocks.map(({ rectangles }) => rectangles)).toEqual(
      offsets.map((y) => [{ x: 0, y, width: 90, height: 12 }]),
    );
    expect(visits).toBeLessThan(count * 20);
  });
});

describe('secondsLeft', () => {
  const reading = { ingestion_state: 'processing', ingestion_read_ms: 4_000, pages_done: 8, pages_total: 100 } as const;

  it('goes by the pages that are done', () => {
    expect(secondsLeft(reading)).toBe(46);
    expect(secondsLeft({ ...reading, pages_done: 100 })).toBe(0);
  });

  it('is not known before the first page, before the file is open, nor while nobody reads', () => {
    expect(secondsLeft({ ...reading, pages_done: 0 })).toBeNull();
    expect(secondsLeft({ ...reading, pages_total: null })).toBeNull();
    for (const state of ['queued', 'ready', 'failed'] as const)
      expect(secondsLeft({ ...reading, ingestion_state: state })).toBeNull();
  });
});
