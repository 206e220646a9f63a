import { dateOf, suggestFacts, type SuggestedFacts } from './document-facts.js';

function suggested(...lines: string[]): SuggestedFacts {
  const blocks = lines.map((text) => ({ kind: 'paragraph' as const, text, start: 0, end: text.length }));
  return suggestFacts({ page_number: 1, label: null, text: lines.join('\n'), blocks }, {});
}

describe('suggestFacts', () => {
  it('reads number, revision, date and effectivity of a title page', () => {
    expect(
      suggested(
        'AIRCRAFT MAINTENANCE MANUAL',
        'Document No. SK46-AMM-32',
        'REVISION 12',
        'Issued: 29 May 2026',
        'EFFECTIVITY: MSN 0001-0345',
      ),
    ).toEqual({
      document_number: 'SK46-AMM-32',
      revision: '12',
      revision_date: '2026-05-29',
      effectivity: 'MSN 0001-0345',
    });
    expect(suggested('SERVICE BULLETIN', 'SB 46-32-018', 'Issue 3')).toEqual({
      document_number: '46-32-018',
      revision: '3',
    });
  });

  it('takes no number that a sentence refers to', () => {
    expect(suggested('LANDING GEAR', 'Modified by Service Bulletin 46-32-018 and SB 46-32-019.')).toEqual({});
  });

  it('says nothing where nothing is said, and the first page counts', () => {
    expect(
      suggested(
        'Issued by the Agency. Confirm revision status.',
        'Remove the wheel by 05/06/2026.',
        'It is applicable to wheels.',
      ),
    ).toEqual({});
    const page = { page_number: 2, label: null, text: 'Revision 4', blocks: [] };
    expect(suggestFacts(page, { revision: '3' })).toEqual({ revision: '3' });
  });

  it.each([
    ['Date: 2026-05-29', '2026-05-29'],
    ['May 29/2026', '2026-05-29'],
    ['29-MAY-2026', '2026-05-29'],
    ['JUN 1, 2026', '2026-06-01'],
    ['05/06/2026', null],
    ['31 Feb 2026', null],
    ['MAY 29/26', null],
  ])('takes %s for %s', (line, date) => {
    expect(dateOf(line)).toBe(date);
  });
});
