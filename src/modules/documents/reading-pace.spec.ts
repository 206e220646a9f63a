import { secondsLeft } from './reading-pace.js';

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
