import type { TaskPart } from '@amks/reader/tasks/task.types.js';
import { jobCardPdf } from '../../../src/modules/tasks/job-cards/print/job-card-pdf.js';
import type { RevisionTask } from '../../../src/modules/tasks/task.entity.js';
import type { CardTaskRow, FoundJobCard } from '../../../src/modules/tasks/job-cards/job-card.repository.js';
import { pdfTexts } from '../../support/manuals/pdf-texts.js';

const ROW: CardTaskRow = {
  ...{ job_card_id: 'jc_1', position: 0, document_id: 'doc_1', revision_id: 'rev_1', number: '32-41-11-400-801' },
  ...{ title: 'Wheel', document_title: 'AMM', document_number: 'AMM-32', version: '5', file_sha256: 'a'.repeat(64) },
  ...{ content_sha256: 'b'.repeat(64), first_page: 1, last_page: 2, exceptions: [] },
  applicability: { verdict: 'applicable', reason: 'decided', statements: [] },
  ...{ revision_status: 'active', current_revision_id: 'rev_1', current_version: '5', ended_at: null },
  ...{ current_is_read: true, current_content_sha256: 'b'.repeat(64), temporary_revisions: [] },
};
const partOf = (kind: TaskPart['kind'], text: string, more: Partial<TaskPart> = {}): TaskPart => ({
  ...{ kind, text, page_number: 1, start: 0, end: text.length, ...more },
});
const printed = async (parts: TaskPart[], row: Partial<CardTaskRow> = {}, isSandbox = false) => {
  const task = { parts, inherited: [] } as unknown as RevisionTask;
  const aircraft = { id: 'aircraft_1', registration: 'SE-KXA', aircraft_type: 'TR46', serial_number: '5012' };
  const card = { id: 'jc_1', title: null, work_order: 'WO-1', aircraft, tasks: [{ ...ROW, ...row }] };
  const file = await jobCardPdf({
    ...{
      card: card as unknown as FoundJobCard,
      tasks: [task],
      marksOn: () => ({ discrepancies: [], temporary_revisions: [] }),
      isSandbox,
    },
    ...{ address: 'https://app.test/job-cards/jc_1', printedAt: new Date('2026-11-29T10:00:00Z') },
  });
  return { file, texts: await pdfTexts(file) };
};

describe('the PDF of a job card', () => {
  it('prints every character that the font has, and shows where one is missing', async () => {
    const text = '(1) Момент 9½ N·m ≤ 5° ± 2 µm → 主 😀';
    const { texts } = await printed([partOf('title', 'TASK'), partOf('step', text, { label: '(1)', level: 1 })]);
    for (const word of ['Момент', '9½', 'N·m', '≤', '5°', '±']) expect(texts[0]).toContain(word);
    expect(texts[0]).toContain('□');
  });

  it('names parts that it leaves out, and marks what is unknown', async () => {
    const parts = [
      partOf('title', 'TASK'),
      partOf('step', 'C. Secret step.', { label: 'C', level: 1 }),
      partOf('step', 'D. Open.', { label: 'D', level: 1 }),
    ];
    const exceptions: CardTaskRow['exceptions'] = [
      { part: 1, verdict: 'not_applicable', statements: ['S/N 4050 and on'] },
      { part: 2, verdict: 'unknown', statements: ['SEE NOTE 4'] },
    ];
    const { texts } = await printed(parts, { exceptions });
    expect(texts[0]).toContain('Step C applies to S/N 4050 and on: not printed');
    expect(texts[0]).toContain('Applicability could not be determined: SEE NOTE 4');
    expect(texts[0]).not.toContain('Secret');
  });

  it('says on every sheet what it is, and that it is superseded, withdrawn or of a sandbox', async () => {
    const parts = [
      partOf('title', 'TASK'),
      ...Array.from({ length: 60 }, (_, i) => partOf('step', `(${i + 1}) Do it.`)),
    ];
    const { texts } = await printed(parts, { current_revision_id: 'rev_2', current_version: '6', revision_status: 'superseded' }); // prettier-ignore
    expect(texts.length).toBeGreaterThan(1);
    for (const [i, text] of texts.entries()) {
      for (const words of [
        'AMM-32',
        'Revision 5',
        'a'.repeat(16),
        `Page ${i + 1} of ${texts.length}`,
        'jc_1',
        'SUPERSEDED',
      ])
        expect(text).toContain(words);
      expect(text).toContain('Valid on the day of printing: 2026-11-29');
      expect(text).toContain('DO NOT WORK BY IT: superseded by revision 6, with the same text of the task.');
    }
    expect((await printed(parts.slice(0, 2), { revision_status: null })).texts[0]).toContain('WITHDRAWN');
    expect((await printed(parts.slice(0, 2), {}, true)).texts[0]).toContain('SANDBOX');
  });

  it('is written in bounded time', async () => {
    const parts = Array.from({ length: 4_000 }, (_, i) => partOf('step', `(${i}) ${'torque the nut '.repeat(4)}`));
    const start = process.cpuUsage();
    const task = { parts, inherited: [] } as unknown as RevisionTask;
    const card = { id: 'jc_1', title: null, work_order: null, aircraft: {}, tasks: [ROW] } as unknown as FoundJobCard;
    const file = await jobCardPdf({
      ...{
        card,
        tasks: [task],
        marksOn: () => ({ discrepancies: [], temporary_revisions: [] }),
        isSandbox: false,
        address: 'https://app.test',
      },
      printedAt: new Date(),
    });
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    // Microseconds of processor time.
    expect(process.cpuUsage(start).user).toBeLessThan(15_000_000);
  });
});
