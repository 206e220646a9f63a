import { evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import { scopeEvidence } from './evidence-scope.js';

const ids = (question: string, evidence: Parameters<typeof scopeEvidence>[2]): string[] =>
  scopeEvidence(question, [], evidence).passages.map(({ passage_id }) => passage_id);

describe('scopeEvidence', () => {
  const wheel = evidencePassage('Axle nut | 4020-11-1', { section: 'Wheel', passage_id: 'wheel' });
  const wheelNext = evidencePassage('Torque it to 27 N·m.', { section: 'Wheel', passage_id: 'wheelNext' });
  const brake = evidencePassage('Brake bolt | 4020-11-12', { section: 'Brake', passage_id: 'brake' });

  it('keeps to the sections that have the identifier, matched whole', () => {
    expect(ids('torque of 4020-11-1', [brake, wheel, wheelNext])).toEqual(['wheel', 'wheelNext']);
  });

  it('calls an identifier foreign that no passage has', () => {
    expect(scopeEvidence('torque of 4020-11-2', [], [wheel, brake]).foreign).toEqual(['4020-11-2']);
    expect(scopeEvidence('task 32-41-11-400-801', [], [wheel]).foreign).toEqual(['32-41-11-400-801']);
  });

  it('finds the tasks of an ATA number, and identifiers in titles', () => {
    const task = evidencePassage('Do it.', { section: 'TASK 32-41-11-400-801' });
    expect(scopeEvidence('What is 32-41-11 about?', [], [task]).foreign).toEqual([]);
  });

  it('reads a variant as its aircraft type, not as a part number', () => {
    expect(scopeEvidence('nut torque on the HST-72-200', [], [wheel])).toMatchObject({
      foreign: [],
      aircraft: ['HST-72-200'],
    });
  });

  it.each(['A320', 'B737-800', 'ATR 72', 'Boeing 737', 'CRJ900'])('calls %s foreign to another library', (aircraft) => {
    expect(scopeEvidence(`nut torque on the ${aircraft}`, [], [wheel]).foreign).not.toEqual([]);
  });

  it.each(['REM38E', 'rem38e', 'REM 38 E', 'REM_38E', 'rem/38e', 'REM-38E'])('knows no %s by another plug', (plug) => {
    const other = evidencePassage('Set the electrode gap of the REM37BY spark plug to 0.4 mm.');
    expect(scopeEvidence(`electrode gap of the ${plug} plug?`, [], [other]).foreign).toHaveLength(1);
  });

  it('keeps documents for every aircraft beside those of the named one', () => {
    const general = evidencePassage('Lockwire.', { aircraft_type: 'ALL', document_id: 'spm', passage_id: 'general' });
    const other = evidencePassage('Other.', { aircraft_type: 'KD-19', document_id: 'other' });
    expect(ids('lockwire on the HST-72', [other, general, wheel])).toEqual(['general', 'wheel']);
  });

  it('uses a superseded revision only when it is alone', () => {
    const old = evidencePassage('Old.', { superseded: true, revision_id: 'rev_amm_3', passage_id: 'old' });
    expect(ids('nut', [old, wheel])).toEqual(['wheel']);
    expect(ids('nut', [old])).toEqual(['old']);
  });

  const torque = (aircraft_type: string) => evidencePassage('Torque the axle nut to 270 N·m.', { aircraft_type });

  it.each([
    ['CRJ1000', 'CRJ-100'],
    ['CRJ100', 'crj1000'],
    ['ERJ1900', 'ERJ-190'],
    ['ATR720', 'ATR-72'],
    ['B7370', 'B737'],
    ['737-800', '737-8'],
    ['HST-72-100', 'HST-72-200'],
    ['CFM56-5B', 'CFM56-7B'],
  ])('does not take a manual of the %s for one of the %s', (type, asked) => {
    const { foreign } = scopeEvidence(`What torque does the axle nut get on the ${asked}?`, [], [torque(type)]);
    expect(foreign).toEqual([asked.toUpperCase()]);
    expect(scopeEvidence(`Axle nut torque, ${type}?`, [], [torque(type)])).toMatchObject({ foreign: [], aircraft: [type.toUpperCase()] }); // prettier-ignore
  });

  it('does not take another variant for the one named, though a manual of the type is there', () => {
    const [family, other] = [torque('HST-72'), { ...torque('HST-72-100'), document_id: 'other' }];
    expect(scopeEvidence('axle nut torque on the HST-72-200', [], [other, family]).passages).toEqual([family]);
  });

  it.each(['on the CRJ-100', 'on the Q-999X', 'I work on a Q999X'])('remembers the aircraft of %s', (words) => {
    const history = [{ role: 'user' as const, content: `Tire pressure ${words}?` }];
    expect(scopeEvidence('axle nut torque', history, [torque('CRJ1000')]).foreign).toHaveLength(1);
    const since = [...history, { role: 'user' as const, content: 'Tire pressure on the CRJ1000?' }];
    expect(scopeEvidence('axle nut torque', since, [torque('CRJ1000')]).foreign).toEqual([]);
  });

  it.each([
    ['REM38E', ['REM38E']],
    ['rem38e', ['REM38E']],
    ['REM-38E,', ['REM-38E']],
    ['REM 38 E', ['REM38E']],
    ['REM40E and REM38E', ['REM38E']],
    ['P104', ['P104']],
    ['R44', ['R44']],
    ['PC-7', ['PC-7']],
    ['Q-999X', ['Q-999X']],
  ])('calls %s foreign where only the REM40E is', (part, expected) => {
    const gap = evidencePassage('Set the electrode gap of the REM40E spark plug to 0.41 mm.');
    expect(scopeEvidence(`What electrode gap must the ${part} spark plug have?`, [], [gap]).foreign).toEqual(expected);
  });

  it.each(['REM40E', 'rem-40e', 'REM 40 E'])('finds the REM40E as %s', (part) => {
    const gap = evidencePassage('Set the electrode gap of the REM40E spark plug to 0.41 mm.');
    expect(scopeEvidence(`electrode gap of the ${part}?`, [], [gap]).foreign).toEqual([]);
  });

  it.each([
    'Which fuse for 28V, 115VAC, 400HZ, 3000PSI, 3mm, 12.5mm or 5/16-24UNF?',
    'What changed on 15MAR24, 2024-03 and at 1030AM?',
    'Do STEP-12, TYPE2, REV03, ATA32 and ATA 32, PART-145, page 12 at FL350 and 250KIAS apply?',
    'After 100-hour, 10-ply, 2nd, 12x30 and 12 N·m?',
  ])('reads no part in: %s', (question) => {
    expect(scopeEvidence(question, [], [wheel]).foreign).toEqual([]);
  });
});
