import { newLeadIns } from './outline.js';
import { splitUnits } from './source-units.js';

/** Each unit with the first words of its lead-ins, outermost first. */
const outline = (text: string): string[] =>
  splitUnits(text).map(({ text: own, leadIns }) => [...leadIns.map((part) => part.text), own].join(' > '));

const leadInOf = (text: string, end: string): string | null | undefined =>
  splitUnits(text).find((unit) => unit.text.endsWith(end))?.leadIn;

const TWO_MODELS =
  'Install the zorbex valve:\n(1) On the ZB-100 do this:\n(a) Torque the nut to 271 N·m.\n(b) Install the pin.\n' +
  '(2) On the ZB-200 do this:\n(a) Torque the nut to 303 N·m.\n(3) Test the valve.';

describe('leadInsOf', () => {
  it('keeps every level above a sub-step, verbatim', () => {
    expect(splitUnits(TWO_MODELS).map(({ leadIn }) => leadIn)).toEqual([
      null,
      'Install the zorbex valve:',
      'Install the zorbex valve:\n(1) On the ZB-100 do this:',
      'Install the zorbex valve:\n(1) On the ZB-100 do this:',
      'Install the zorbex valve:',
      'Install the zorbex valve:\n(2) On the ZB-200 do this:',
      'Install the zorbex valve:',
    ]);
  });

  it('keeps three levels, and ends each where its own style or an outer one follows', () => {
    const text =
      'A. Do this:\n(1) On the left:\n(a) With the old pump:\n• Torque to 1 N·m.\n(b) With the new pump:\n• Torque to 2 N·m.\n' +
      '(2) On the right:\n(a) Torque to 3 N·m.\nB. Close the panel.\n(1) Torque to 4 N·m.';
    expect(outline(text)).toEqual([
      'A. Do this:',
      'A. Do this: > (1) On the left:',
      'A. Do this: > (1) On the left: > (a) With the old pump:',
      'A. Do this: > (1) On the left: > (a) With the old pump: > • Torque to 1 N·m.',
      'A. Do this: > (1) On the left: > (b) With the new pump:',
      'A. Do this: > (1) On the left: > (b) With the new pump: > • Torque to 2 N·m.',
      'A. Do this: > (2) On the right:',
      'A. Do this: > (2) On the right: > (a) Torque to 3 N·m.',
      'B. Close the panel.',
      '(1) Torque to 4 N·m.',
    ]);
  });

  it('keeps bullets under their number, through a step that is no lead-in', () => {
    expect(outline('1. On the ZB-100:\n• Torque to 1 N·m.\n(1) Open it.\n(a) Torque to 2 N·m.\n2. Close it.')).toEqual([
      '1. On the ZB-100:',
      '1. On the ZB-100: > • Torque to 1 N·m.',
      '1. On the ZB-100: > (1) Open it.',
      '1. On the ZB-100: > (a) Torque to 2 N·m.',
      '2. Close it.',
    ]);
  });

  it.each([
    ['a sentence on the line of a step', '(1) On the -200:\n(a) Loosen it. Torque it to 3 N·m.\n(b) End.'],
    ['a sentence on a line of its own', '(1) On the -200:\n(a) Loosen it.\nTorque it to 3 N·m.\n(b) End.'],
    ['a lead-in behind the sentence of a step', '(1) Open it. On the -200:\n(a) Torque it to 3 N·m.'],
    ['a step after a note', '(1) On the -200:\n(a) Loosen it.\nNOTE: It is tight.\n(b) Torque it to 3 N·m.'],
    ['a step after a notice with a list', '(1) On the -200:\nCAUTION: DO NOT:\n• BEND IT.\n(b) Torque it to 3 N·m.'],
    ['roman numbers', '(1) On the -200:\n(a) Do this:\n(i) Open it.\n(ii) Torque it to 3 N·m.'],
    ['a step after a table', '(1) On the -200:\nBolt | Size\nTop | M5\n(a) Torque it to 3 N·m.'],
    ['a list that began before the passage', '(b) Close it.\n(2) On the -200:\n(a) Torque it to 3 N·m.'],
    ['an outer list that began inside one', '(3) Close it.\n1. On the -200:\n(1) Torque it to 3 N·m.'],
  ])('keeps the model above %s', (_, text) => expect(leadInOf(text, '3 N·m.')).toContain('On the -200:'));

  it('does not carry a model into the list of the next one', () => {
    const text = 'On the -100:\n• Nut: 271 N·m\nOn the -200:\n• Nut: 303 N·m';
    expect(leadInOf(text, '271 N·m')).toBe('On the -100:');
    expect(leadInOf(text, '303 N·m')).toBe('On the -200:');
  });

  it('does not carry a prohibition out of its list', () => {
    const text = 'Do not use:\n• grease A.\n• grease B.\nUse grease C on the nut.';
    expect(leadInOf(text, 'grease B.')).toBe('Do not use:');
    expect(leadInOf(text, 'on the nut.')).toBeNull();
    expect(leadInOf('(1) CAUTION:\n(2) Do not:\n• Bend it.\n(3) Open it.', 'Open it.')).toBeNull();
  });

  it('goes on after a sentence within a step, up to the next title', () => {
    const text = 'On the -100:\n1. Loosen it.\nWait 5 minutes.\n2. Torque it to 3 N·m.\nREMOVAL\n(1) Open it.';
    expect(leadInOf(text, '3 N·m.')).toBe('On the -100:');
    expect(leadInOf(text, 'Open it.')).toBeNull();
  });

  it('puts a table under the step that contains it', () => {
    const text = '(1) On the -100:\nBolt | N·m\nTop | 271\n(2) On the -200:\nBolt | N·m\nTop | 303';
    const [first, second] = splitUnits(text).filter(({ kind }) => kind === 'row');
    expect(first).toMatchObject({ leadIn: '(1) On the -100:\nBolt | N·m', header: 'Bolt | N·m' });
    expect(second).toMatchObject({ leadIn: '(2) On the -200:\nBolt | N·m', header: 'Bolt | N·m' });
  });

  it('needs nothing above a warning', () => {
    expect(leadInOf('(1) On the -100:\n(a) Open it.\nWARNING: IT IS HOT.', 'HOT.')).toBeNull();
  });
});

describe('newLeadIns', () => {
  const units = splitUnits(TWO_MODELS);
  const unsaid = (unit: number, before: number | null): string[] =>
    newLeadIns(units[unit]!, before === null ? null : units[before]!).map(({ text }) => text);

  it.each<[string, number, number | null, string[]]>([
    ['all at the beginning', 2, null, ['Install the zorbex valve:', '(1) On the ZB-100 do this:']],
    ['none after the lead-in itself', 2, 1, []],
    ['none after a neighbour', 3, 2, []],
    ['the inner one in another branch', 5, 2, ['(2) On the ZB-200 do this:']],
    ['none further out', 6, 5, []],
    ['the inner one after an outer unit', 5, 0, ['(2) On the ZB-200 do this:']],
  ])('%s', (_, unit, before, expected) => expect(unsaid(unit, before)).toEqual(expected));
});
