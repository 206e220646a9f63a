import { evidenceNotice, evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import { wordEmbeddings } from '../../../../../test/support/manuals/word-embeddings.js';
import type { Answer, EvidencePassage } from '../answer.types.js';
import type { CopilotType } from '../copilots.js';
import { ExtractiveAnswerer } from './extractive-answerer.js';

function ask(copilot_type: CopilotType, question: string, evidence: EvidencePassage[]): Promise<Answer> {
  return new ExtractiveAnswerer(wordEmbeddings).answer({ question, history: [], copilot_type, evidence });
}

const document = (document_type: string, id: string, section: string): Partial<EvidencePassage> => ({
  ...{ document_type, document_id: `doc_${id}`, revision_id: `rev_${id}`, section },
});

describe('troubleshooting', () => {
  const evidence = [
    evidencePassage('- Caution light HYD 1 PRESS comes on with the engine running.', {
      ...document('TSM', 'tsm', 'F29-004 Hydraulic pressure low > Symptoms'),
    }),
    evidencePassage(
      '1. Look at the pressure on the HYD page.\n2. Check the reservoir level.\n3. Measure the flow at the case drain line.',
      {
        ...document('TSM', 'tsm', 'F29-004 Hydraulic pressure low > Fault isolation'),
        ...{ start: 400, notices: [evidenceNotice('warning', 'WARNING: KEEP AWAY FROM THE PROPELLER.')] },
      },
    ),
    evidencePassage('1. Depressurize the hydraulic system.\n2. Disconnect the line.', {
      ...document('AMM', 'amm', 'Hydraulic pressure pump > Removal'),
    }),
  ];

  it.each(['Help me with the hydraulic system', 'The landing gear has a problem'])(
    'asks for the symptom: %s',
    async (question) => {
      const answer = await ask('troubleshooting', question, evidence);
      expect(answer).toMatchObject({ answer_status: 'needs_clarification', citations: [] });
    },
  );

  it('lists the checks of the procedure in their order, under their warning', async () => {
    const answer = await ask('troubleshooting', 'HYD 1 PRESS caution light comes on, pressure low', evidence);
    expect(answer.content.startsWith('WARNING: KEEP AWAY FROM THE PROPELLER. [1]')).toBe(true);
    expect(answer.content.match(/^\d\. \w+/gmu)).toEqual(['1. Look', '2. Check', '3. Measure']);
  });

  it('needs no symptom for a question of fact', async () => {
    const answer = await ask('troubleshooting', 'What is the flow at the case drain line?', evidence);
    expect(answer.answer_status).not.toBe('needs_clarification');
  });
});

describe('parts', () => {
  const FIGURE =
    'Figure 1 parts list\nItem | Part number | Nomenclature | Eff. | UPA\n38 | TA32-41030-1 | .TYRE, MAIN, 14 PLY | A | 1\n38 | TA32-41030-3 | .TYRE, MAIN, 16 PLY | B | 1\n40 | TA32-41040-1 | .VALVE, INFLATION | ALL | 1';
  const ipc = document('IPC', 'ipc', '32-41-00 FIGURE 1 MAIN WHEEL ASSEMBLY');

  it('says above the rows what the step above their table limits them to, once', async () => {
    const text =
      '(1) On the TR46-100:\nItem | Part number | Nomenclature\n38 | TA32-41030-1 | Tyre, main\n' +
      '(2) On the TR46-200:\nItem | Part number | Nomenclature\n38 | TA32-41030-3 | Tyre, main\n39 | TA32-41030-5 | Tyre, main, spare';
    const answer = await ask('parts', 'Part number of the main tyre', [evidencePassage(text, ipc)]);
    expect(answer.content.split('\n').map((line) => line.replace(/ \[\d+\]$/u, ''))).toEqual([
      '(1) On the TR46-100:',
      'Item: 38 | Part number: TA32-41030-1 | Nomenclature: Tyre, main',
      '(2) On the TR46-200:',
      'Item: 38 | Part number: TA32-41030-3 | Nomenclature: Tyre, main',
      'Item: 39 | Part number: TA32-41030-5 | Nomenclature: Tyre, main, spare',
    ]);
  });

  it('answers with a line for each part: number, figure, item, quantity, effectivity', async () => {
    const answer = await ask('parts', 'Part number of the main tyre', [evidencePassage(FIGURE, ipc)]);
    expect(answer.content.split('\n')).toEqual([
      'Figure 1 parts list [1]',
      'Item: 38 | Part number: TA32-41030-1 | Nomenclature: .TYRE, MAIN, 14 PLY | Eff.: A | UPA: 1 [2]',
      'Item: 38 | Part number: TA32-41030-3 | Nomenclature: .TYRE, MAIN, 16 PLY | Eff.: B | UPA: 1 [3]',
    ]);
  });

  it('takes the titles of a table that began in another passage', async () => {
    const rows = FIGURE.split('\n').slice(3).join('\n');
    const facts = { columns: ['Item', 'Part number', 'Nomenclature', 'Eff.', 'UPA'] };
    const answer = await ask('parts', 'Part number of the inflation valve', [evidencePassage(rows, { ...ipc, facts })]);
    expect(answer.content).toContain('Item: 40 | Part number: TA32-41040-1');
  });

  it('asks which figure when the part is in several', async () => {
    const other = FIGURE.replaceAll('TA32-41', 'TA32-43').replaceAll('MAIN, ', 'MAIN, TUBELESS, ');
    const answer = await ask('parts', 'Part number of the main tyre', [
      evidencePassage(FIGURE, ipc),
      evidencePassage(other, document('IPC', 'ipc', '32-43-00 FIGURE 2 MAIN WHEEL, HEAVY')),
    ]);
    expect(answer.answer_status).toBe('needs_clarification');
    expect(answer.content).toContain('32-43-00 FIGURE 2');
  });

  it('does not give another part of the same assembly', async () => {
    const answer = await ask('parts', 'Part number of the main wheel thermal sensor', [evidencePassage(FIGURE, ipc)]);
    expect(answer.answer_status).toBe('refused');
  });

  it('does not order from a task', async () => {
    const task = evidencePassage('Install a main tyre, part number TA32-99999-1.', document('AMM', 'amm', 'Main tyre'));
    expect((await ask('parts', 'Part number of the main tyre', [task])).answer_status).toBe('refused');
  });
});

describe('compliance', () => {
  it('lists each AD and SB with its status and compliance time', async () => {
    const answer = await ask('compliance', 'Which ADs and SBs concern the side brace apex nut?', [
      evidencePassage('Replace the side brace apex nut within 600 flight hours or 6 months.', {
        ...document('AD', 'ad', 'Side brace apex nut > Required actions'),
      }),
      evidencePassage(
        'This bulletin replaces the side brace apex nut.\nSupersedes: | Rev 0, which must not be used',
        document('SB', 'sb', 'Side brace apex nut > Summary'),
      ),
      evidencePassage('Torque the side brace apex nut to 118 N·m.', document('AMM', 'amm', 'Side brace apex nut')),
    ]);
    expect(answer.content).toContain('within 600 flight hours or 6 months');
    expect(answer.content).toContain('Supersedes: | Rev 0');
    expect(answer.content).not.toContain('118');
    expect(new Set(answer.citations.map(({ document_type }) => document_type))).toEqual(new Set(['AD', 'SB']));
  });
});

describe('flight operations', () => {
  it('gives the item with its conditions and the procedure that it calls for', async () => {
    const answer = await ask('flight_ops', 'Can we dispatch with one air conditioning pack inoperative?', [
      evidencePassage(
        'Item | Equipment | Cat. | Installed | Required | Remarks\n21-52-01 | Air conditioning pack | C | 2 | 1 | (O) Flight level 200 or below, one pack inoperative.',
        document('MEL', 'mel', 'CHAPTER 21 AIR CONDITIONING'),
      ),
      evidencePassage('1. Descend to flight level 200 or below.\n2. Set the pack valve of the failed pack to OFF.', {
        ...document('MEL', 'mel', 'CHAPTER 21 AIR CONDITIONING > (O) procedure 21-52-01'),
        start: 600,
      }),
      evidencePassage('1. Remove the air conditioning pack.', document('AMM', 'amm', 'Air conditioning pack')),
    ]);
    expect(answer.content).toContain('Cat.: C | Installed: 2 | Required: 1 | Remarks: (O) Flight level 200 or below');
    expect(answer.content).toMatch(/1\. Descend.*2\. Set the pack valve/su);
    expect(answer.content).not.toContain('Remove the air conditioning pack');
  });
});

describe('which part is meant', () => {
  const row = 'Fastener | N·m\nDrag strut bolt | 31 to 33';

  it.each([
    ['nose gear', 'Main landing gear > Torque values', 'refused'],
    ['main gear', 'Main landing gear > Torque values', 'grounded'],
    ['nose gear', 'Nose and main landing gear > Torque values', 'grounded'],
  ])('the drag strut bolt of the %s in “%s”: %s', async (gear, section, status) => {
    const answer = await ask('mro', `What is the torque of the ${gear} drag strut bolt?`, [
      evidencePassage(row, { section }),
    ]);
    expect(answer.answer_status).toBe(status);
  });
});
