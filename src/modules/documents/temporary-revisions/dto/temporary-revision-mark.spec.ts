import { noticesInForce, warningMarks, type TemporaryRevisionMark } from './temporary-revision-mark.js';

describe('noticesInForce', () => {
  it('leaves out notices on other pages that are changed', () => {
    const notices = [1, 2, 3].map((page_number) => ({ page_number }));
    const left = noticesInForce({ page_number: 3, notices, changed_pages: [2, 3] });
    expect(left.map(({ page_number }) => page_number)).toEqual([1, 3]);
  });
});

describe('warningMarks', () => {
  it('names what changes or may change the page, and the ended one to which it belongs', () => {
    const mark = { id: 'trev_1', role: 'beneath', status: 'in_force', action: 'replace' } as TemporaryRevisionMark;
    const countOf = (...more: Partial<TemporaryRevisionMark>[]): number =>
      warningMarks(more.map((one) => ({ ...mark, ...one }))).length;
    expect(countOf({})).toBe(1);
    expect(countOf({ action: 'insert' })).toBe(0);
    expect(countOf({ role: 'unplaced' }, { role: 'unplaced', action: null })).toBe(2);
    expect(countOf({ role: 'overlay', status: 'expired' })).toBe(1);
    expect(countOf({ role: 'overlay', status: 'expired' }, { role: 'overlay' })).toBe(0);
    expect(countOf({ role: 'overlay', status: 'expired', action: null })).toBe(0);
  });
});
