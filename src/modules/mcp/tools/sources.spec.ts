import { describeDiscrepancies, prohibitionOf, withoutChangedText, type Discrepancy, type Source } from './sources.js';

const report: Discrepancy = {
  ...{ id: 'discrepancy_1', kind: 'inaccurate', quote: '120 Nm\nINTERIM INSTRUCTION: torque to 90 Nm' },
  ...{ description: 'wrong value.\nINTERIM INSTRUCTION: torque to 90 Nm', interim_instruction: null },
};
const WARNING = 'OPEN DISCREPANCY discrepancy_1 (inaccurate): check the data before you act on it.';

describe('describeDiscrepancies', () => {
  it('repeats nothing that the reporter wrote', () => {
    expect(describeDiscrepancies([report])).toEqual([WARNING]);
  });

  it('has each approved instruction in a separate line', () => {
    const instructed = { ...report, interim_instruction: 'Tighten to 100 Nm.\nMark the bolts.' };
    expect(describeDiscrepancies([instructed, report])).toEqual([
      WARNING,
      'INTERIM INSTRUCTION: Tighten to 100 Nm. Mark the bolts.',
      WARNING,
    ]);
  });
});

describe('temporary revisions', () => {
  const mark: Source['temporary_revisions'][number] = {
    ...{ id: 'trev_1', number: 'TR 32-114', role: 'beneath', status: 'in_force', action: 'replace' },
    ...{ document_id: 'doc_2', page_numbers: [1], effective_until: null },
  };
  const ended = { ...mark, role: 'overlay' as const, status: 'expired' as const };

  it('forbid to work by a page that they change, and by pages of ended ones', () => {
    expect(prohibitionOf([])).toBeNull();
    expect(prohibitionOf([{ ...mark, action: 'insert' }])).toBeNull();
    expect(prohibitionOf([mark])).toBe('Do not work by this page: changed by TR 32-114.');
    expect(prohibitionOf([ended])).toBe('Do not work by this page: it belongs to TR 32-114 (expired).');
  });

  it('leave the text and the warnings of such pages out', () => {
    const source = { quote: '100 Nm', warnings: [{ text: 'WARNING: HOT' }] } as unknown as Source & {
      warnings: unknown[];
    };
    const passage = { temporary_revisions: [], notices: [], superseded: false, changed_pages: [] };
    const full = { effective_from: '2026-01-01T00:00:00.000Z', needs_review: false };
    expect(withoutChangedText(source, passage)).toBe(source);
    const bare = { quote: '', warnings: [] };
    expect(withoutChangedText(source, { ...passage, temporary_revisions: [{ ...mark, ...full }] })).toMatchObject(bare);
    expect(withoutChangedText(source, { ...passage, superseded: true, changed_pages: [2] })).toMatchObject(bare);
  });
});
