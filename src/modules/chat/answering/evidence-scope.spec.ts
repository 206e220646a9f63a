import { evidencePassage } from '../../../../test/factories/evidence.factory.js';
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
      aircraftKnown: true,
    });
  });

  it.each(['A320', 'B737-800', 'ATR 72', 'Boeing 737', 'CRJ900'])('calls %s foreign to another library', (aircraft) => {
    expect(scopeEvidence(`nut torque on the ${aircraft}`, [], [wheel]).foreign).not.toEqual([]);
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
});
