import { expectLinear, repeated } from '../../../../test/support/linear-time.js';
import type { BlockKind } from '../document/document.types.js';
import { splitAtNotices } from './inline-notices.js';

const partsOf = (kind: BlockKind, text: string) =>
  splitAtNotices(kind, text).map((part) => [part.kind, text.slice(part.start, part.end)]);

describe('splitAtNotices', () => {
  it('begins a notice after the end of a sentence', () => {
    expect(partsOf('list_item', '(1) Fill with 2.5 L. WARNING: FLUID IS TOXIC.')).toEqual([
      ['list_item', '(1) Fill with 2.5 L.'],
      ['warning', 'WARNING: FLUID IS TOXIC.'],
    ]);
  });

  it('begins a notice after a list marker and at the next label', () => {
    expect(partsOf('paragraph', 'As in step (3) CAUTION: KEEP DRY. DANGER - HIGH VOLTAGE. WARNINGS: HOT.')).toEqual([
      ['paragraph', 'As in step (3)'],
      ['caution', 'CAUTION: KEEP DRY.'],
      ['warning', 'DANGER - HIGH VOLTAGE.'],
      ['warning', 'WARNINGS: HOT.'],
    ]);
    expect(partsOf('note', 'NOTE: The tool is red. WARNING: HOT.').map(([kind]) => kind)).toEqual(['note', 'warning']);
  });

  it('ends a notice with its table cell; a label alone has its text in the next', () => {
    expect(partsOf('table_row', '10 | WARNING: FUEL BURNS. | Drain | A. CAUTION: WET | 2')).toEqual([
      ['table_row', '10'],
      ['warning', 'WARNING: FUEL BURNS.'],
      ['table_row', 'Drain | A.'],
      ['caution', 'CAUTION: WET'],
      ['table_row', '2'],
    ]);
    expect(partsOf('table_row', '10 | WARNING: | FUEL BURNS. | 2')[1]).toEqual(['warning', 'WARNING: | FUEL BURNS.']);
  });

  it('recognizes the kind by the label, with any separator before the text', () => {
    expect(partsOf('list_item', 'Do A; CAUTION - HOT')).toEqual([
      ['list_item', 'Do A;'],
      ['caution', 'CAUTION - HOT'],
    ]);
  });

  it('ends a notice in brackets with them', () => {
    expect(partsOf('list_item', 'Do A. (WARNING: HOT (90 °C)). Torque to 40 N·m.')).toEqual([
      ['list_item', 'Do A.'],
      ['warning', '(WARNING: HOT (90 °C)).'],
      ['paragraph', 'Torque to 40 N·m.'],
    ]);
    expect(partsOf('list_item', '4. See Table 1 [foot WARNING: x] and tighten.')).toEqual([
      ['list_item', '4. See Table 1 [foot'],
      ['warning', 'WARNING: x]'],
      ['paragraph', 'and tighten.'],
    ]);
    expect(partsOf('table_row', 'A (WARNING: HOT | 40 N·m)').at(-1)).toEqual(['table_row', '40 N·m)']);
    expect(partsOf('paragraph', 'Do A. (WARNING: HOT').at(-1)).toEqual(['warning', '(WARNING: HOT']);
  });

  it('begins a notice at a line in capitals that no sign parts from its label', () => {
    expect(partsOf('paragraph', 'Do A.\nWARNING HOT OIL BURNS.\nDrain it.')).toEqual([
      ['paragraph', 'Do A.'],
      ['warning', 'WARNING HOT OIL BURNS.'],
      ['paragraph', 'Drain it.'],
    ]);
  });

  it.each<[BlockKind, string]>([
    ['paragraph', 'Look at the lamps.\nWARNING LIGHT TEST'],
    ['paragraph', 'Look (see the WARNING: light) at it.'],
    ['warning', '(1) WARNING: HOT.'],
    ['warning', '** WARNING: HOT.'],
    ['warning', 'WARNING: HOT. KEEP CLEAR.'],
    ['list_item', '(1) Look at the WARNING: label.'],
    ['paragraph', 'The lamp is red. WARNING lamps are red.'],
    ['paragraph', 'The lamp is on. Caution: lamps are amber.'],
    ['heading', 'Removal. WARNING: HOT'],
    ['table_row', 'Item | Part number'],
    ['paragraph', ''],
  ])('leaves a %s in one: %s', (kind, text) => {
    expect(splitAtNotices(kind, text)).toEqual([{ kind, start: 0, end: text.length }]);
  });

  it.each([
    ['table_row', '. WARNING: A | '],
    ['paragraph', '. (WARNING: A '],
  ] as const)('takes time in proportion to a %s of %j', async (kind, part) => {
    await expectLinear((text) => splitAtNotices(kind, text), repeated(part), 35_000);
  });
});
