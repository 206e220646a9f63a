import type { PageBlock } from '../document/document.types.js';
import { TaskScanner } from './task-scanner.js';
import type { Task, TaskPage } from './task.types.js';

type Line = Partial<PageBlock> & { kind: PageBlock['kind']; text: string };
const heading = (level: number, text: string): Line => ({ kind: 'heading', level, text });
const line = (text: string): Line => ({ kind: 'paragraph', text });
const step = (level: number, text: string): Line => ({ kind: 'list_item', level, text });
const row = (text: string, header?: true): Line => ({ kind: 'table_row', text, ...(header && { header }) });
const warning = (text: string): Line => ({ kind: 'warning', text: `WARNING: ${text}` });

function page(number: number, lines: readonly Line[], passages: TaskPage['passages'] = []): TaskPage {
  let text = '';
  const blocks = lines.map((one): PageBlock => {
    const start = text.length;
    text += `${one.text}\n`;
    return { ...one, start, end: start + one.text.length };
  });
  return { page_number: number, text, blocks, passages };
}

function tasksOf(pages: readonly Line[][], whole: { number: string; title: string } | null = null): Task[] {
  const scanner = new TaskScanner({ whole });
  return [...pages.flatMap((lines, i) => scanner.enterPage(page(i + 1, lines))), ...scanner.finish()];
}
const numbers = (pages: readonly Line[][]): string[] => tasksOf(pages).map(({ number }) => number);

const WHEEL = [
  heading(1, '32-41-11 MAIN WHEEL - REMOVAL/INSTALLATION'),
  heading(2, 'TASK 32-41-11-400-801'),
  heading(3, '2. Main Wheel Installation'),
  line('EFFECTIVITY: MSN 0101-0140'),
  heading(3, 'A. Tools, Fixtures and Equipment'),
  row('Reference | Description', true),
  row('SPL-1234 | Sling, wheel'),
  heading(3, 'B. Consumable Materials'),
  row('D00633 | Grease, MIL-PRF-23827'),
  heading(3, 'C. Procedure'),
  line('SUBTASK 32-41-11-420-001'),
  warning('KEEP AWAY FROM THE TIRE.'),
  step(1, '(1) Install the wheel.'),
  step(2, '(a) Torque the nut to 50 Nm.'),
  step(2, '(b) FOR AIRCRAFT MSN 0130-0140: install the lock.'),
  line('No number here ½ ≤ °.'),
];

describe('tasks of a manual', () => {
  it('have steps, lists and notices, and nothing of their text is lost', () => {
    const [task, ...others] = tasksOf([
      WHEEL.slice(0, 9),
      WHEEL.slice(9),
      [heading(1, '32-42-00 BRAKES - DESCRIPTION')],
    ]);
    expect(others).toEqual([]);
    expect(task).toMatchObject({ number: '32-41-11-400-801', title: 'Main Wheel Installation', ata: '32-41-11' });
    expect([task!.first_page, task!.last_page]).toEqual([1, 2]);
    expect(task!.effectivity.map(({ value }) => value)).toEqual(['MSN 0101-0140']);
    expect(task!.parts.map(({ text }) => text)).toEqual(WHEEL.slice(1).map(({ text }) => text));
    const of = (section: string): string[] =>
      task!.parts.filter((one) => one.section === section).map(({ text }) => text);
    expect([of('tools'), of('consumables')]).toEqual([['SPL-1234 | Sling, wheel'], ['D00633 | Grease, MIL-PRF-23827']]);
    expect(task!.parts.filter(({ kind }) => kind === 'step').map(({ label }) => label)).toEqual([
      ...['C.(1)', 'C.(1)(a)', 'C.(1)(b)'],
    ]);
    const last = task!.parts.find(({ label }) => label === 'C.(1)(b)');
    expect(last!.effectivity!.map(({ value, reach }) => [value, reach])).toContainEqual([
      'FOR AIRCRAFT MSN 0130-0140',
      'block',
    ]);
  });

  it.each<[string, Line[], string[]]>([
    ['mixed case', [heading(2, 'Task 29-10-00-860-801 Depressurize the system')], ['29-10-00-860-801']],
    ['a configuration', [heading(2, 'TASK 32-11-11-000-801-A01 REMOVAL')], ['32-11-11-000-801-A01']],
    ['a line in capitals', [line('TASK 32-41-11-400-801')], ['32-41-11-400-801']],
    ['a fault isolation task', [heading(2, '32-41 TASK 801'), line('1. Anti-skid fault')], ['32-41 TASK 801']],
    ['a card', [heading(1, 'TASK CARD A600-01 SIDE BRACE - CHECK')], ['A600-01']],
    ['a data module', [heading(1, 'Pump - Removal'), line('DMC-TR46-A-28-21-00-00A-520A-A, issue 004-00')], ['DMC-TR46-A-28-21-00-00A-520A-A']], // prettier-ignore
    ['a description', [heading(1, 'Pump'), line('DMC-TR46-A-28-21-00-00A-040A-A, issue 004-00')], []],
    ['an entry of the contents', [line('TASK 32-41-11-400-801 Wheel ........ 401')], []],
    ['a row of the contents', [row('Task 32-41-11-400-801 Wheel | p. 401')], []],
    ['a mention', [line('Task 32-41-11-400-801 replaced in full.')], []],
    ['a mention in capitals', [line('TASK 32-41-11-400-801 is cancelled.')], []],
    ['a step', [step(1, '(1) TASK 32-41-11-400-801')], []],
  ])('begin with %s, or not', (_, lines, expected) => {
    expect(numbers([[...lines, step(1, '(1) Do it.')]])).toEqual(expected);
  });

  it('end at the next task, and continue over headings with numbers', () => {
    const pages = [
      [heading(2, 'TASK 32-41-11-400-801'), heading(1, '1. Job'), step(1, 'A. Do it.'), heading(1, '2. Close')],
      [heading(2, 'TASK 32-41-11-400-801 (Continued)'), step(1, 'B. More.')],
      [heading(2, 'TASK 32-41-11-400-802'), step(1, 'A. Do it.'), heading(1, 'APPENDIX'), line('Not of the task.')],
      [heading(2, 'TASK 32-41-11-400-801'), step(1, 'A. Do it.')],
    ];
    const tasks = tasksOf(pages);
    expect(tasks.map(({ number, parts }) => [number, parts.length])).toEqual([
      ['32-41-11-400-801', 6],
      ['32-41-11-400-802', 2],
      ['32-41-11-400-801 (2)', 2],
    ]);
  });

  it('are sections of practices in a manual without numbered tasks, if the number is unambiguous', () => {
    const removal = [heading(1, '32-41-11 WHEEL - REMOVAL/INSTALLATION'), step(1, 'A. Remove it.')];
    const check = [heading(1, '32-41-11 WHEEL - INSPECTION/CHECK'), step(1, 'A. Examine it.')];
    expect(numbers([removal, [heading(1, '32-42-11 BRAKE - DESCRIPTION')]])).toEqual(['32-41-11']);
    expect(numbers([removal, check])).toEqual([]);
    expect(numbers([removal, [heading(2, 'TASK 32-42-11-400-801 BRAKE'), step(1, 'A. Do it.')]])).toEqual([
      '32-42-11-400-801',
    ]);
  });

  it('are the document, if it is a card without numbers', () => {
    const whole = { number: 'TC-1', title: 'Mounts' };
    const steps = [row('Step | Work | MECH', true), row('1 | Open it.'), row('2 | Close it.')];
    const [task] = tasksOf([[heading(1, '1. JOB SET-UP'), ...steps]], whole);
    expect(task).toMatchObject({ ...whole, ata: null });
    expect(task!.parts.map(({ kind, label }) => [kind, label])).toEqual([
      ['title', undefined],
      ['table_row', undefined],
      ['step', '1'],
      ['step', '2'],
    ]);
    expect(tasksOf([[heading(1, 'TASK CARD B-1 X'), step(1, 'A. Do it.')]], whole).map(({ number }) => number)).toEqual(
      ['B-1'],
    );
  });

  it('have the values of their steps, and the notices before them that govern them', () => {
    const scanner = new TaskScanner({ whole: null });
    const lines = [warning('HOT.'), heading(2, 'TASK 32-41-11-400-801 WHEEL'), step(1, '(1) Torque to 50 Nm.')];
    const { blocks, text } = page(1, lines);
    const [before, , last] = blocks as [PageBlock, PageBlock, PageBlock];
    const quantity = { kind: 'torque' as const, text: '50 Nm', start: last.end - 6, end: last.end - 1 };
    const facts = { quantities: [{ ...quantity, min: null, max: null, unit: 'Nm', si: null }] };
    const notice = { kind: 'warning' as const, text: before.text, page_number: 1, start: 0, end: before.end };
    const passages = [{ start: last.start, end: last.end, facts, notices: [notice] }];
    const [task] = [...scanner.enterPage({ page_number: 1, text, blocks, passages }), ...scanner.finish()];
    expect(task!.inherited).toEqual([{ ...notice, part: 1 }]);
    expect(task!.parts[1]!.quantities).toEqual(facts.quantities);
  });

  it('lose no step to a task that they mention, or to a title inside of them', () => {
    const last = step(1, '(9) Close it.');
    const textsOf = (...lines: Line[]): string[][] =>
      tasksOf([lines]).map(({ parts }) => parts.map(({ text }) => text));
    const begin = [heading(2, 'TASK 32-41-11-400-801 WHEEL')];
    const mention = 'TASK 32-41-11-000-801 REMOVAL';
    const inside: Line[][] = [
      [step(1, '(1) Do this task:'), line(mention)],
      [heading(3, 'A. Referenced information'), line(mention), heading(3, 'B. Procedure')],
      [heading(3, 'References'), heading(4, mention), heading(3, 'Procedure')],
      [step(1, '(1) Do it.'), heading(1, 'PROCEDURE')],
      [step(1, '(1) Do it.'), heading(1, 'Install the wheel on the axle')],
      [heading(1, '2. Main Wheel Installation')],
    ];
    for (const lines of inside) expect(textsOf(heading(1, '1. General'), ...begin, ...lines, last)).toEqual([[...begin, ...lines, last].map(({ text }) => text)]); // prettier-ignore
    const others = textsOf(...begin, last, line(mention), last);
    expect(others).toHaveLength(2);
    const module = [heading(1, 'Pump - Removal'), line('DMC-TR46-A-28-21-00-00A-520A-A, issue 004-00')];
    expect(textsOf(...module, heading(1, 'Preliminary requirements'), last)[0]).toContain(last.text);
  });

  it('are no entries of a list of tasks', () => {
    const entries = [line('TASK 32-41-11-400-801 WHEEL'), line('TASK 32-41-11-400-802 BRAKE')];
    const tasks = ['801 WHEEL', '802 BRAKE'].map((tail) => [heading(2, `TASK 32-41-11-400-${tail}`), step(1, '(1) Do it.')]); // prettier-ignore
    expect(numbers([[heading(1, 'LIST OF TASKS'), ...entries], ...tasks])).toEqual([
      '32-41-11-400-801',
      '32-41-11-400-802',
    ]);
  });

  it('are for the aircraft of a statement before their steps, unless another replaces it', () => {
    const valuesOf = (...lines: Line[]): string[] =>
      tasksOf([[heading(2, 'TASK 32-41-11-400-801 WHEEL'), ...lines]])[0]!.effectivity.map(({ value }) => value);
    const [one, other, doIt] = [line('**ON A/C 101-110'), line('**ON A/C 111-120'), step(1, '(1) Do it.')];
    expect(valuesOf(one, doIt, doIt)).toEqual(['ON A/C 101-110']);
    expect(valuesOf(one, doIt, other, doIt)).toEqual([]);
    expect(valuesOf(line('For all.'), one, line('For some.'))).toEqual([]);
    expect(valuesOf(one, line('For some.'))).toEqual(['ON A/C 101-110']);
  });

  it('are never cut: text longer than the limit is not a task', () => {
    const begin = (number: number): Line => heading(2, `TASK 32-41-11-400-${number} WHEEL`);
    const many = Array.from({ length: 20_001 }, () => step(1, '(1) Do it.'));
    expect(numbers([[begin(801), ...many, begin(802), step(1, '(1) Do it.')]])).toEqual(['32-41-11-400-802']);
    expect(tasksOf([many], { number: 'TC-1', title: 'Mounts' })).toEqual([]);
  });

  it('have no steps among their tools', () => {
    const lines = [heading(3, 'Tools'), step(1, '(1) SPL-1234 sling'), step(1, '(2) Torque the nut.'), heading(3, 'Removal of the tool'), step(1, '(1) Lift it.')]; // prettier-ignore
    const [task] = tasksOf([[heading(2, 'TASK 32-41-11-400-801 WHEEL'), ...lines]]);
    expect(task!.parts.filter(({ section }) => section).map(({ text }) => text)).toEqual(['(1) SPL-1234 sling']);
  });

  it('are found in linear time', () => {
    const hostile = ['TASK 32-41-11-400'.padEnd(290, '-A'), `Tools${', a'.repeat(90)}`, `32-41-11 ${'A '.repeat(140)}`];
    const lines = Array.from({ length: 3_000 }, (_, i) => line(hostile[i % 3]!));
    const start = performance.now();
    tasksOf([lines]);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
