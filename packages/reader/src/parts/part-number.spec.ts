import { isNamedPart, isPartNumber } from './part-number.js';

describe('a part number', () => {
  it.each(['QX32-1146-1', 'NAS1149F0432P', 'MS21250', '65-24875', '114-5012-1', 'D5721054100000', 'QX321146(A)', '60B00021+2', 'AN3-5A', '285-2650', '60217'])('%s', (code) => {
    expect(isPartNumber(code)).toBe(true);
  }); // prettier-ignore

  it.each(['QX32-1147-1*', 'QX32-1147-1#', 'QX32-1148-1/', 'QX32-1149-1)', 'QX32-1149(', 'QX32-1146-', 'QX32-1146-3/-5', 'QX32-1146-3/QX32-1146-5', 'REF500', 'FIG2', 'NOT1', '32-11-30', '32-11-30-10A', 'SB32-018', '110A', 'STEP-12', 'PIN'])('%s is not read as a part number', (code) => {
    expect([isPartNumber(code), isNamedPart(code)]).toEqual([false, false]);
  }); // prettier-ignore

  it.each(['V12A4', 'V001T', '81205', '4001-4020', '65-24875', 'QX321146(A)'])(
    '%s is not read as a part number in a sentence',
    (code) => {
      expect(isNamedPart(code)).toBe(false);
    },
  );
});
