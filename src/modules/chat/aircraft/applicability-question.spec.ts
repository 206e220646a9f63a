import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import { MeantAircraft } from '../../applicability/applicability.service.js';
import { answerApplicability, asksForApplicability, type NumberedPassage } from './applicability-question.js';

it.each([
  ['Is SB TR46-32-018 applicable to serial number 4012?', true],
  ['SB TR46-32-018 applicable to MSN 5012?', true],
  ['Applicability of SB TR46-32-018 to SE-KXA?', true],
  ['Is SE-KXA affected by AD CADN-2026-0031?', true],
  ['Does it apply to SE-KXA?', true],
  ['Is SB TR46-32-018 Rev 1 valid for MSN 5012?', true],
  ['Does the torque of 8 N·m in SB TR46-32-018 apply to MSN 5060?', false],
  ['Is step (3) of SB TR46-32-018 applicable to MSN 5060?', false],
  ['Does SB TR46-32-018 affect the brake torque on MSN 5060?', false],
  ['Does SB TR46-32-018 apply to the actuator with serial number 5012?', false],
  ['Is SB TR46-32-018 applicable to A320 MSN 5060?', false],
  ['How do I apply sealant on SE-KXA?', false],
  ['What is the torque on SE-KXA?', false],
])('asks whether something applies: %s', (question, expected) => {
  expect(asksForApplicability(question)).toBe(expected);
});

const statement = (value: string, more: Partial<Effectivity> = {}): Effectivity => ({
  ...{ text: `EFFECTIVITY: ${value}`, value, reach: 'section', page_number: 1, start: 10, end: 40 },
  ...more,
});

function passageOf(more: Partial<NumberedPassage> & { stated?: Effectivity[]; task?: string }): NumberedPassage {
  const { stated = [], task, ...fields } = more;
  return {
    ...{ revision_id: 'rev_1', document_id: 'doc_1', document_number: 'SB TR46-32-018', document_type: 'SB' },
    ...{ title: 'Side brace', version: 'Rev 1', aircraft_type: 'TR46', effectivity: null, page_number: 1, start: 0 },
    ...{ section: '', text: 'Replace the pin.', kind: 'text', notices: [], identifiers: [], discrepancies: [] },
    ...{ notices_of_change: [], ocr_confidence: null, superseded: false },
    facts: { effectivity: stated, ...(task !== undefined && { task }) },
    ...fields,
  } as unknown as NumberedPassage;
}

const verdict = (serial: string, question: string, ...passages: NumberedPassage[]): string | undefined =>
  answerApplicability(question, [MeantAircraft.unregistered(serial)], passages)?.content.split('\n')[0];
const OF_BULLETIN = 'Is SB TR46-32-018 applicable to it?';

describe('the verdict', () => {
  it('is that of the revision, with the statement as printed', () => {
    const passage = passageOf({ effectivity: 'MSN 5001-5073', stated: [statement('MSN 5001-5073')] });
    expect(verdict('5060', OF_BULLETIN, passage)).toBe('SB TR46-32-018, Rev 1, applies to MSN 5060. [1]');
    const answer = answerApplicability(OF_BULLETIN, [MeantAircraft.unregistered('5080')], [passage])!;
    expect(answer.content).toMatch(
      /does not apply to MSN 5080[^]*Stated: MSN 5001-5073; the aircraft: serial number 5080/,
    );
    expect(answer.citations).toMatchObject([
      { index: 1, quote: 'EFFECTIVITY: MSN 5001-5073', start: 10, end: 40, applicability: 'not_applicable' },
    ]);
  });

  it('is unknown when the page says otherwise than the revision', () => {
    const passage = passageOf({ effectivity: 'ALL', stated: [statement('MSN 5001-5048')] });
    expect(verdict('5060', OF_BULLETIN, passage)).toMatch(/^It is not known/);
    expect(verdict('5012', OF_BULLETIN, passage)).toMatch(/ applies to /);
  });

  it('is decided by statements about the document alone, when the revision has none', () => {
    const other = passageOf({
      text: 'Do this on the applicable aircraft.',
      stated: [statement('MSN 5001-5048', { text: 'MSN 5001-5048', page_number: 9 })],
    });
    const own = passageOf({ stated: [statement('MSN 5001-5120')] });
    expect(verdict('5060', OF_BULLETIN, other, own)).toMatch(/ applies to /);
    expect(verdict('5060', OF_BULLETIN, other)).toMatch(/^It is not known/);
  });

  it('is that of the task, not of its manual; and that of the bulletin, not of a task in it', () => {
    const manual = { document_number: 'AMM-TR46-32', document_type: 'AMM', effectivity: 'ALL' };
    const task = { task: '32-11-00-400-801', section: 'Task 32-11-00-400-801 Wheel' };
    const ofTask = passageOf({ ...manual, ...task, stated: [statement('MSN 5001-5048', { reach: 'page' })] });
    const question = 'Is task 32-11-00-400-801 of AMM-TR46-32 applicable to it?';
    expect(verdict('5060', question, passageOf(manual), ofTask)).toMatch(/^Task 32-11-00-400-801 .* does not apply/);
    const disagreeing = passageOf({ ...manual, ...task });
    expect(verdict('5060', question, ofTask, disagreeing)).toMatch(/^It is not known/);
    const inBulletin = passageOf({ ...task, effectivity: 'MSN 5001-5048' });
    expect(verdict('5060', 'Does SB TR46-32-018 with task 32-11-00-400-801 apply?', inBulletin)).toMatch(
      /^SB TR46-32-018/,
    );
  });

  it('warns of text that was read from a picture', () => {
    const passage = passageOf({ effectivity: 'ALL', ocr_confidence: 40 });
    const answer = answerApplicability(OF_BULLETIN, [MeantAircraft.unregistered('5060')], [passage])!;
    expect(answer.warnings).toMatchObject([{ kind: 'reading', citation: 1 }]);
  });

  it('is not told of documents with other numbers', () => {
    expect(verdict('5060', 'Is SB TR46-32-019 applicable?', passageOf({ effectivity: 'ALL' }))).toBeUndefined();
  });
});
