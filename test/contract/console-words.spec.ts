import { differingWords } from '../../web/src/documents/compare/word-diff.js';
import { fieldsOfName } from '../../web/src/documents/upload/file-name.js';

describe('fields from the name of a file', () => {
  it.each([
    [
      'A320 AMM 32-11-00 Rev 12.pdf',
      {
        title: 'A320 AMM 32-11-00',
        document_type: 'AMM',
        aircraft_type: 'A320',
        ata_chapter: '32-11-00',
        version: '12',
      },
    ],
    [
      'B737-800_FIM_24-31_Issue_C_2026-03-01.pdf',
      {
        ...{ title: 'B737-800 FIM 24-31', document_type: 'FIM', aircraft_type: 'B737-800', ata_chapter: '24-31' },
        ...{ version: 'Issue C', revision_date: '2026-03-01' },
      },
    ],
    [
      'SB HST-72-32-0041 rev2.docx',
      {
        ...{ title: 'SB HST-72-32-0041', document_type: 'SB', document_number: 'SB-HST-72-32-0041' },
        ...{ aircraft_type: 'HST-72', version: '2' },
      },
    ],
    ['task_card wheel.v2.xml', { title: 'task card wheel.v2', document_type: 'TASK_CARD' }],
    ['Review of wear 2026.pdf', { title: 'Review of wear 2026' }],
    ['Rev 3.pdf', { title: 'Rev 3', version: '3' }],
    ['.pdf', { title: '.pdf' }],
  ])('%s', (name, fields) => expect(fieldsOfName(name, ['HST-72', 'HST'])).toEqual(fields));

  it('takes no time for long names', () => {
    const start = performance.now();
    fieldsOfName(`SB${'-1'.repeat(5000)} ${'rev '.repeat(2000)}${' '.repeat(5000)}`, ['HST-72']);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('the words that differ between two lines', () => {
  const marked = (before: string, after: string) => {
    const found = differingWords(before, after);
    return [
      found.before.map(([start, end]) => before.slice(start, end)),
      found.after.map(([start, end]) => after.slice(start, end)),
    ];
  };
  it.each([
    ['Tighten to 120 Nm.', 'Tighten to 135 Nm.', [['120'], ['135']]],
    ['Tighten to 1.5 Nm', 'Tighten to 1.25 Nm', [['1.5'], ['1.25']]],
    ['Remove the bolt.', 'Remove the bolt and the washer.', [[], ['and the washer']]],
    ['Remove  it', 'Remove it', [[], []]],
    ['A', 'B', [['A'], ['B']]],
    ['', 'New line', [[], ['New line']]],
  ])('%s → %s', (before, after, expected) => expect(marked(before, after)).toEqual(expected));

  it('leaves lines of very many words as they are', () => {
    expect(differingWords('word '.repeat(401), 'word')).toEqual({ before: [], after: [] });
  });
});
