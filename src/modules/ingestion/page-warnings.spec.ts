import { pageWarnings } from './page-warnings.js';

const SURE = { passages: 9, unread_pictures: [], doubtful: [] };

describe('pageWarnings', () => {
  it('are none when every page has its text', () => {
    expect(pageWarnings({ pages: 3, without_text: 0, unreadable: [], low_confidence: [], ...SURE })).toEqual([]);
  });

  it('name unreadable pages in ranges and count pages without text', () => {
    expect(pageWarnings({ pages: 9, without_text: 2, unreadable: [2, 3, 4, 7], low_confidence: [], ...SURE })).toEqual([
      'These pages could not be read: 2-4, 7.',
      expect.stringMatching(/: 2\.$/),
    ]);
  });

  it('name ten ranges at most', () => {
    const unreadable = Array.from({ length: 11 }, (_, i) => 2 * i + 1);
    expect(pageWarnings({ pages: 99, without_text: 0, unreadable, low_confidence: [], ...SURE })[0]).toMatch(
      /17, 19 and more\.$/,
    );
  });

  it('name pages whose reading is unsure', () => {
    expect(pageWarnings({ pages: 9, without_text: 0, unreadable: [], low_confidence: [3, 4], ...SURE })).toEqual([
      expect.stringMatching(/low confidence.*: 3-4\.$/),
    ]);
  });

  it('quote lines with unsure numbers', () => {
    const doubtful = [
      { page: 3, lines: ['40 + 2 Nm'] },
      { page: 4, lines: Array.from({ length: 12 }, (_, i) => `line ${i}`) },
    ];
    const read = {
      pages: 9,
      passages: 9,
      without_text: 0,
      unreadable: [],
      low_confidence: [],
      unread_pictures: [7],
      doubtful,
    };
    const [numbers, pictures] = pageWarnings(read);
    expect(numbers).toMatch(/: 3-4\. Page 3: "40 \+ 2 Nm"\. Page 4: "line 0".*"line 8"\. And more\.$/);
    expect(pictures).toMatch(/pictures with a little text.*: 7\.$/);
  });

  it('say when there is nothing to search', () => {
    expect(
      pageWarnings({ pages: 2, without_text: 2, unreadable: [], low_confidence: [], ...SURE, passages: 0 }),
    ).toEqual([expect.stringMatching(/cannot be searched\.$/)]);
  });
});
