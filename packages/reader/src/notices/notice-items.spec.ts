import type { BlockKind } from '../document/document.types.js';
import { MarkupBuilder, type MarkupItem } from '../markup/markup-builder.js';
import { isNoticeItem } from './notice-items.js';

describe('isNoticeItem', () => {
  it.each([
    ...['1. DO NOT SMOKE.', '(2) USE GLOVES: HOT OIL.', '1. RELEASE THE PRESSURE.', 'a. Gloves', '• Goggles'],
    ...['1. Do not remove the cap while it is hot.', '(a) Wear gloves.', '2. Fuel vapour is explosive.', 'Keep away.'],
  ])('is text of the notice: %s', (text) => {
    expect(isNoticeItem(text, 0)).toBe(true);
  });

  it.each([
    ...['1. Remove the cap.', '2. Torque to 47 N·m.', '• Tighten the nut', '2. TORQUE TO 47 N·M', 'a. REMOVE THE CAP.'],
    ...[
      '1. If the pump is hot, remove the cap.',
      '3. 24 to 27 lbf·in',
      '1. Slacken the nut.',
      '2. Make sure that it is off.',
    ],
    ...['1. Do not exceed 40 Nm.', '1. When the pin is out, lift it.'],
  ])('is a step: %s', (text) => {
    expect(isNoticeItem(text, 0)).toBe(false);
  });

  it('takes no long list of names', () => {
    expect(isNoticeItem('7. Bottom nut', 6)).toBe(false);
  });
});

describe('a list behind a notice of a file with markup', () => {
  function blocks(...items: (MarkupItem | string)[]): string[] {
    const builder = new MarkupBuilder(10_000);
    for (const item of items)
      builder.add(typeof item === 'string' ? { kind: 'list_item', text: item, level: 1 } : item);
    builder.endNotice();
    return builder.pages.flat().map(({ kind, text }) => `${kind}: ${text}`);
  }
  const item = (kind: BlockKind, text: string): MarkupItem => ({ kind, text });

  it.each<[string, MarkupItem]>([
    ['warning: WARNING', { kind: 'heading', text: 'WARNING', level: 3 }],
    ['note: NOTE', item('paragraph', 'NOTE')],
    ['warning: WARNING: DO NOT TOUCH THE PIPE:', item('paragraph', 'WARNING: DO NOT TOUCH THE PIPE:')],
    ['caution: CAUTION: (1) USE GLOVES.', item('paragraph', 'CAUTION: (1) USE GLOVES.')],
  ])('stays one of steps where there is work in it: %s', (expected, notice) => {
    const [first, second] = expected.includes('(1)')
      ? ['(2) Remove the cap.', '(3) Torque to 47 N·m.']
      : ['1. Remove the cap.', '2. Torque to 47 N·m.'];
    expect(blocks(notice, first, second)).toEqual([expected, `list_item: ${first}`, `list_item: ${second}`]);
  });

  it('stays one of steps with bullets under a title, and behind what is the text of the notice', () => {
    const title: MarkupItem = { kind: 'heading', text: 'CAUTION', level: 2 };
    expect(blocks(title, '• Gloves', '• Remove the clamp.', '• Torque to 44 N·m.')).toEqual([
      'caution: CAUTION\n• Gloves',
      'list_item: • Remove the clamp.',
      'list_item: • Torque to 44 N·m.',
    ]);
  });

  it('is text of the notice where it says what it is about', () => {
    expect(blocks(item('paragraph', 'WARNING: OBEY:'), '1. Gloves', '2. DO NOT SMOKE.')).toEqual([
      'warning: WARNING: OBEY:\n1. Gloves\n2. DO NOT SMOKE.',
    ]);
  });
});

describe('a label in small letters', () => {
  it('begins a notice at the start of a paragraph, for a style sheet may write it in capitals', () => {
    const builder = new MarkupBuilder(10_000);
    for (const text of ['warning: hot oil', 'Look at the warning: it is red.', 'caution lights: amber'])
      builder.add({ kind: 'paragraph', text });
    expect(builder.pages.flat().map(({ kind }) => kind)).toEqual(['warning', 'paragraph', 'paragraph']);
  });
});
