import type { PartConditions } from '@amks/reader/parts/part.types.js';
import type { AircraftVerdicts } from '../applicability/applicability.service.js';
import { verdictOfPart } from './part-verdict.js';

const APPLICABLE = { verdict: 'applicable' as const, reason: 'decided' as const, statements: [] };
const verdicts = { ofPassage: () => APPLICABLE } as unknown as AircraftVerdicts;
const source = {} as Parameters<typeof verdictOfPart>[2];
const code = (text: string, value: string | null, more: object = {}): PartConditions => [
  [{ source: 'code', reach: 'section', text, value, page_number: 9, start: 5, end: 8, ...more }],
];

describe('the verdict of a row', () => {
  const of = (statements: PartConditions, changes: { temporary_revisions?: string[]; changed_pages?: number[] } = {}) =>
    verdictOfPart(verdicts, { configuration_codes: ['A', 'TRX'] }, source, {
      ...{ page_number: 3, start_offset: 0, end_offset: 4, text: 'ROW', statements },
      ...{ temporary_revisions: [], changed_pages: [], ...changes },
    }).verdict;

  it('is unknown on a page that a temporary revision changes, and with a legend on such a page', () => {
    const statements = code('C', 'MSN 101-150');
    expect(of(statements)).toBe('applicable');
    expect(of(statements, { temporary_revisions: ['TR 32-7'] })).toBe('unknown');
    expect(of(statements, { changed_pages: [9] })).toBe('unknown');
    expect(of(statements, { changed_pages: [4] })).toBe('applicable');
  });

  it('is unknown with a statement of the document on such a page, also one that is its own value', () => {
    for (const value of ['ON A/C MSN 4001-4020', 'MSN 4001-4020', null]) {
      const statements = [[{ ...code('ON A/C MSN 4001-4020', value)[0]![0]!, source: 'document' as const }]];
      expect(of(statements, { changed_pages: [9] })).toBe('unknown');
      expect(of(statements, { changed_pages: [3] })).toBe('applicable');
    }
  });

  it('takes a code from the register only if it is not short, and not contradicted', () => {
    expect(of(code('TRX', null))).toBe('applicable');
    expect(of(code('A', null))).toBe('unknown');
    expect(of(code('TRX', null, { is_contradicted: true }))).toBe('unknown');
  });
});
