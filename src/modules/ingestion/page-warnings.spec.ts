import { pageWarnings } from './page-warnings.js';

describe('pageWarnings', () => {
  it('are none when every page has its text', () => {
    expect(pageWarnings({ pages: 3, without_text: 0, unreadable: [], low_confidence: [] }, 9)).toEqual([]);
  });

  it('name unreadable pages in ranges and count pages without text', () => {
    expect(pageWarnings({ pages: 9, without_text: 2, unreadable: [2, 3, 4, 7], low_confidence: [] }, 9)).toEqual([
      'These pages could not be read: 2-4, 7.',
      expect.stringMatching(/: 2\.$/),
    ]);
  });

  it('name ten ranges at most', () => {
    const unreadable = Array.from({ length: 11 }, (_, i) => 2 * i + 1);
    expect(pageWarnings({ pages: 99, without_text: 0, unreadable, low_confidence: [] }, 9)[0]).toMatch(
      /17, 19 and more\.$/,
    );
  });

  it('name pages whose reading is unsure', () => {
    expect(pageWarnings({ pages: 9, without_text: 0, unreadable: [], low_confidence: [3, 4] }, 9)).toEqual([
      expect.stringMatching(/low confidence.*: 3-4\.$/),
    ]);
  });

  it('say when there is nothing to search', () => {
    expect(pageWarnings({ pages: 2, without_text: 2, unreadable: [], low_confidence: [] }, 0)).toEqual([
      expect.stringMatching(/cannot be searched\.$/),
    ]);
  });
});
