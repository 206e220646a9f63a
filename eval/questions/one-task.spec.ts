import type { CitedPassage } from './api.js';
import { isOfOneTask } from './one-task.js';

const cited = (index: number, section: string, quote: string): CitedPassage =>
  ({ index, section, quote, title: 'Manual', document_type: 'AMM', revision_id: 'rev' }) as CitedPassage;

describe('isOfOneTask', () => {
  const question = 'torque of the axle nut of the main wheel';
  const wheel = cited(1, '32-41-00 WHEEL › Task 32-41-00-400-801 Main wheel', 'Torque the axle nut to 27 N·m.');
  const pump = cited(2, '28-21-00 PUMP › Task 28-21-00-400-801 Pump', 'Torque the drain plug to 4 N·m.');

  it('tells a second task that is about something else', () => {
    expect(isOfOneTask({ citations: [wheel, pump], warnings: [] }, question, [])).toBe(false);
    expect(isOfOneTask({ citations: [wheel], warnings: [] }, question, [])).toBe(true);
  });

  it('leaves notices out, and tasks that are about the same', () => {
    expect(isOfOneTask({ citations: [wheel, pump], warnings: [{ citation: 2 }] }, question, [])).toBe(true);
    const other = { ...wheel, index: 2, section: wheel.section.replaceAll('400', '401') };
    expect(isOfOneTask({ citations: [wheel, other], warnings: [] }, question, [])).toBe(true);
  });
});
