import { evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import { headerOf, unitsOf } from './passages.js';
import { enforceSafeAnswer } from '../checks/safe-answer.js';

const ROWS = 'Pump noisy | Air in the system | Bleed the system\nNo pressure | Valve closed | Open the valve';
const columns = ['Fault', 'Cause', 'Action'];
const continued = () => evidencePassage(ROWS, { facts: { columns } });

describe('the rows of a table that began in another passage', () => {
  it('have its titles, and not the first of them for a header', () => {
    const units = unitsOf(continued());
    expect(units.map(({ kind, header }) => [kind, header])).toEqual([
      ['row', null],
      ['row', null],
    ]);
    expect(units.map((unit) => headerOf(unit, continued()))).toEqual(Array(2).fill('Fault | Cause | Action'));
  });

  it('are said under those titles, and never one under another', () => {
    const say = (text: string) =>
      enforceSafeAnswer({ sentences: [{ text, citations: [1] }] }, [continued()]).answer_status;
    expect(say('Fault: No pressure | Cause: Valve closed | Action: Open the valve')).toBe('grounded');
    expect(say('Pump noisy: No pressure | Air in the system: Valve closed | Bleed the system: Open the valve')).toBe(
      'refused',
    );
    expect(say('No pressure: bleed the system: open the valve.')).toBe('refused');
  });

  it('have the header that is printed with them', () => {
    const [header, row] = unitsOf(evidencePassage(`Fault | Cause | Action\n${ROWS}`, { facts: { columns } }));
    expect([header?.kind, row?.header]).toEqual(['heading', 'Fault | Cause | Action']);
  });
});
