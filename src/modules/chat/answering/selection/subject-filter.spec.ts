import { wordEmbeddings as embeddings } from '../../../../../test/support/manuals/word-embeddings.js';
import { evidenceNotice, evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import { ExtractiveAnswerer } from './extractive-answerer.js';
import type { Answer, EvidencePassage } from '../answer.types.js';
import { taskOf } from '../evidence/passages.js';

const ask = (question: string, evidence: EvidencePassage[], copilot_type = 'mro'): Promise<Answer> =>
  new ExtractiveAnswerer(embeddings).answer({ question, history: [], copilot_type, evidence });

describe('taskOf', () => {
  it.each([
    [
      '32-41-00 WHEELS › Task 32-41-00-400-801 Installation › 2. Procedure',
      '32-41-00 WHEELS\nTask 32-41-00-400-801 Installation',
    ],
    ['F61-006 ATPCS DOES NOT ARM › Symptoms', 'F61-006 ATPCS DOES NOT ARM'],
    ['Booster pump - Removal › Procedure › Drain', 'Booster pump - Removal\nProcedure'],
    ['3. INSTRUCTIONS › Part B. Replacement', '3. INSTRUCTIONS\nPart B. Replacement'],
    ['', ''],
  ])('of %s', (section, task) => {
    expect(taskOf({ revision_id: 'rev', section })).toBe(`rev\n${task}`);
  });
});

describe('an answer is of one task', () => {
  const oil = evidencePassage('- ENG 1 OIL PRESS shows, or the oil pressure of the engine is low.', {
    ...{ document_id: 'tsm', revision_id: 'rev_tsm', title: 'Engine oil troubleshooting', document_type: 'TSM' },
    section: 'F79-001 ENGINE OIL PRESSURE LOW › Symptoms',
  });
  const fuel = evidencePassage('2. Operate the pump and read the fuel pressure.\n3. Is the pressure message low?', {
    ...{ document_id: 'fuel', revision_id: 'rev_fuel', title: 'Fuel data modules' },
    section: 'Booster pump - Fault isolation › Fault 2821A02: FUEL PRESS LOW message › Procedure',
    notices: [evidenceNotice('caution', 'CAUTION: Do not operate the pump without fuel.')],
  });

  it.each([[[oil, fuel]], [[fuel, oil]]])('for any ranking', async (evidence) => {
    const answer = await ask('What does the message ENG OIL PRESS LOW mean, what to do?', evidence);
    expect(answer.answer_status).toBe('grounded');
    expect(answer.content).toContain('OIL PRESS');
    expect(answer.content).not.toMatch(/fuel|pump/iu);
    expect(answer.warnings).toEqual([]);
  });

  it('unless another is about the same by itself', async () => {
    const drain = (unit: string, torque: string): EvidencePassage =>
      evidencePassage(`(3) Torque the drain plug of the oil tank to ${torque}.`, {
        ...{ section: `79-10-00 OIL › Task 79-10-00-68${unit}-801 Draining › 2. Procedure`, passage_id: unit },
      });
    const answer = await ask('torque of the drain plug of the oil tank', [drain('0', '22 N·m'), drain('1', '24 N·m')]);
    expect(answer.content).toContain('22 N·m');
    expect(answer.content).toContain('24 N·m');
  });

  it('in a procedure: the steps of another system are not those asked for', async () => {
    const steps = (what: string): string =>
      `(1) Drain the ${what} filter.\n(2) Remove the filter element.\n(3) Install it.`;
    const of = (what: string, task: string): EvidencePassage =>
      evidencePassage(steps(what), {
        section: `CHAPTER › Task ${task} ${what} filter › Replacement`,
        document_id: what,
      });
    const answer = await ask('How do I replace the engine oil filter?', [of('fuel', '28-21-00-960-801'), of('engine oil', '79-21-00-960-801')]); // prettier-ignore
    expect(answer.content).toContain('engine oil');
    expect(answer.content).not.toContain('fuel');
  });

  it('in directives: one on something else is not listed', async () => {
    const bulletin = (document_id: string, subject: string): EvidencePassage =>
      evidencePassage(`This directive applies to the ${subject}. Compliance within 50 flight hours.`, {
        ...{ document_id, revision_id: `rev_${document_id}`, document_type: 'AD', title: `Directive ${subject}` },
        ...{ section: 'Compliance', passage_id: document_id },
      });
    const evidence = [bulletin('one', 'side brace apex nut'), bulletin('two', 'propeller brush block')];
    const { content } = await ask('Which directives apply to the side brace apex nut?', evidence, 'compliance');
    expect(content).toContain('apex nut');
    expect(content).not.toContain('brush block');
  });
});
