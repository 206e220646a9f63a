import { describeDiscrepancies, type Discrepancy } from './sources.js';

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
