import {
  isOutOfForce,
  marksAt,
  noticesInForce,
  warningMarks,
  type TemporaryRevisionMark,
} from './temporary-revision-mark.js';

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

describe('marksAt', () => {
  const mark = {
    ...{ id: 'trev_1', role: 'beneath', status: 'scheduled', action: 'replace' },
    ...{ effective_from: '2026-03-03T00:00:00.000Z', effective_until: '2026-03-10T00:00:00.000Z' },
  } as TemporaryRevisionMark;
  const at = (day: string, ...marks: TemporaryRevisionMark[]): TemporaryRevisionMark[] =>
    marksAt(marks, Date.parse(`2026-03-${day}T00:00:00Z`));

  it('marks the page beneath from the beginning to the end', () => {
    for (const day of ['03', '09']) expect(at(day, mark)).toEqual([{ ...mark, status: 'in_force' }]);
    for (const day of ['02', '10']) expect(at(day, { ...mark, status: 'in_force' })).toEqual([]);
    expect(at('20', { ...mark, effective_until: null })).toMatchObject([{ status: 'in_force' }]);
  });

  it('tells whether its own page is in force', () => {
    const overlay = { ...mark, role: 'overlay' as const };
    expect(['02', '03', '10'].map((day) => at(day, overlay)[0]!.status)).toEqual(['scheduled', 'in_force', 'expired']);
    expect(['02', '03', '10'].map((day) => isOutOfForce(at(day, overlay)))).toEqual([true, false, true]);
    const withdrawn = { ...overlay, status: 'withdrawn' as const };
    expect(at('05', withdrawn)).toEqual([withdrawn]);
  });
});
