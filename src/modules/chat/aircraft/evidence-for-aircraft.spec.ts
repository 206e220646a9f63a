import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import { MeantAircraft } from '../../applicability/applicability.service.js';
import type { EvidencePassage } from '../answering/answer.types.js';
import { evidenceFor } from './evidence-for-aircraft.js';

const START = 500;

/** A passage in which each `[MSN …]` is a statement about its step or line. */
function passageOf(text: string, more: Partial<EvidencePassage> = {}): EvidencePassage {
  const effectivity = [...text.matchAll(/\[(MSN [^\]]*)\]/gu)].map(({ 0: whole, 1: value, index }): Effectivity => ({
    ...{ text: whole, value: value!, reach: 'block', page_number: 3 },
    ...{ start: START + index, end: START + index + whole.length },
  }));
  return {
    ...{ document_type: 'AMM', aircraft_type: 'TR46', effectivity: 'ALL', page_number: 3, start: START, text },
    facts: { effectivity },
    ...more,
  } as EvidencePassage;
}

const shown = (serial: string, passage: EvidencePassage): string[] =>
  evidenceFor(MeantAircraft.unregistered(serial), [passage])
    .flatMap(({ text, applicability }) => [applicability!.verdict, ...text.split('\n')])
    .filter((line) => line.trim() !== '');

const STEPS = [
  '(3) Torque the bolts:',
  '(a) [MSN 5001-5048] To 8 N·m.',
  '(b) [MSN 5049-5120] To 11 N·m.',
  '(4) Close the panel.',
].join('\n');

it('leaves out the steps for other aircraft, and keeps offsets', () => {
  expect(shown('5012', passageOf(STEPS))).toEqual([
    'applicable',
    '(3) Torque the bolts:',
    '(a) [MSN 5001-5048] To 8 N·m.',
    '(4) Close the panel.',
  ]);
  const [passage] = evidenceFor(MeantAircraft.unregistered('5060'), [passageOf(STEPS)]);
  expect(passage!.text.length).toBe(STEPS.length);
  expect(passage!.text.indexOf('(b)')).toBe(STEPS.indexOf('(b)'));
  expect(passage!.facts.effectivity!.map(({ value }) => value)).toEqual(['MSN 5049-5120']);
});

it('leaves out sub-steps with their step, and not the step behind them', () => {
  const text =
    '3.1 [MSN 5001-5048] Torque:\n3.1.1 The bolts to 8 N·m.\n3.2 Torque the nut to 9 N·m.\nCAUTION: Not more.\n4. Close it.';
  expect(shown('5060', passageOf(text))).toEqual([
    'applicable',
    '3.2 Torque the nut to 9 N·m.',
    'CAUTION: Not more.',
    '4. Close it.',
  ]);
});

it('leaves out numbered steps of data modules', () => {
  const text =
    '3. Torque the bolts:\n3.1 [MSN 5001-5048] To 8 N·m.\n3.2 [MSN 5049-5120] To 11 N·m.\n4. Torque the plug.';
  expect(shown('5060', passageOf(text))).toEqual([
    'applicable',
    '3. Torque the bolts:',
    '3.2 [MSN 5049-5120] To 11 N·m.',
    '4. Torque the plug.',
  ]);
});

it('keeps the step of another list when the passage begins in a sub-step', () => {
  const text = '(b) [MSN 5001-5048] Torque it to 8 N·m.\n(4) Close the panel.';
  const passage = passageOf(text);
  passage.facts.step = ['(3)', '(b)'];
  expect(shown('5060', passage)).toEqual(['applicable', '(4) Close the panel.']);
});

it('leaves out the list below a step that introduces it', () => {
  const text = '(a) [MSN 5001-5048] Do this:\n1. Torque it to 8 N·m.\n2. Safety it.\n(b) Close it.';
  expect(shown('5060', passageOf(text))).toEqual(['applicable', '(b) Close it.']);
});

it('leaves out rows, and passages of which nothing is left', () => {
  const rows = 'Bolt | 8 N·m | [MSN 5001-5048]\nNut | 9 N·m | ALL';
  expect(shown('5060', passageOf(rows))).toEqual(['applicable', 'Nut | 9 N·m | ALL']);
  expect(shown('5060', passageOf('(1) [MSN 5001-5048] Do this.'))).toEqual([]);
  expect(shown('5060', passageOf('(1) Do this.', { effectivity: 'MSN 5001-5048' }))).toEqual([]);
});

it.each([
  ['a statement in the line behind a step', '(3) Torque the nut.\n[MSN 5001-5048] Use sealant.\n(4) Close the panel.'],
  ['a text that may go on in another line', 'On [MSN 5001-5048] torque the nut\nto 9 N·m.'],
  ['a lead-in', 'On aircraft [MSN 5001-5048], torque as follows:\n• Axle nut: 8 N·m.'],
  [
    'a notice behind a step',
    '(a) [MSN 5001-5048] Do these steps:\nNOTE: Use a new nut.\n1. Torque the axle nut to 8 N·m.',
  ],
  ['a later sentence of a step', '(3) Install the safety pin. On aircraft [MSN 5001-5048] tag it.\n(4) Close it.'],
  ['a later sentence of a paragraph', 'Torque the nut to 9 N·m. On [MSN 5001-5048] use sealant.'],
  ['a caution', 'CAUTION: DO NOT OPEN THE VALVE. ON [MSN 5001-5048] USE TOOL 7.'],
  ['several statements in a step', '(3) Torque the nut: [MSN 5001-5048]: 9 N·m; [MSN 5049-5120]: 11 N·m.'],
  ['two statements before a step', '(a) [MSN 5001-5048] [MSN 5050-5120] Torque to 8 N·m.\n(b) Close it.'],
  ['a statement in a cell', 'Bolt | [MSN 5001-5048]: 8 N·m | [MSN 5049-5120]: 11 N·m'],
  ['other aircraft behind a statement', '(a) [MSN 5001-5048] To 8 N·m; all other aircraft: 11 N·m.\n(b) Close it.'],
  ['a next number in another style', '(1) [MSN 5001-5048] Do this:\n2) Torque the nut to 9 N·m.'],
  ['merged cells', '[MSN 5001-5048] | Bolt | 8 N·m\n | Nut | 9 N·m\n[MSN 5049-5120] | Bolt | 11 N·m\n | Nut | 12 N·m'],
  ['a paragraph behind a step', '(b) [MSN 5001-5048] 8 N·m.\nTorque all other bolts to 12 N·m.'],
  ['a table behind a step', '(b) [MSN 5001-5048] See the table.\nBolt | 8 N·m'],
  ['a step of an outer list', '(3) [MSN 5001-5048] Do it.\nB. Install the wheel and torque it to 99 N·m.'],
])('leaves out nothing, and does not know, of %s', (_, text) => {
  expect(shown('5060', passageOf(text))).toEqual(['unknown', ...text.split('\n')]);
});

it('marks what may apply', () => {
  const passage = passageOf('(1) Do this.', { effectivity: 'POST SB TR46-32-018' });
  const [judged] = evidenceFor(MeantAircraft.unregistered('5060'), [passage]);
  expect(judged!.applicability).toEqual({ verdict: 'unknown', aircraft: 'MSN 5060' });
});
