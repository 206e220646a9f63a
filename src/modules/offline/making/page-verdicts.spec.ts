import { describe, expect, it } from '@jest/globals';
import { decidePage } from '../../applicability/verdict.js';
import type { Verdict } from '../../applicability/dto/verdicts.js';
import { pageVerdicts, type AircraftDecision } from './page-verdicts.js';

const decision = (...verdicts: Verdict[]): AircraftDecision => {
  const passages = verdicts.map((verdict, index) => ({
    ...{ verdict, reason: 'decided' as const },
    statements: [
      {
        ...{ statement: `PASSAGE ${index}`, scope: 'section' as const, page_number: 4, start: index * 100, end: null },
        ...{ verdict, reason: 'decided' as const, terms: [] },
      },
    ],
  }));
  return { passages, page: decidePage(passages) };
};
const page = { page_number: 4, starts: [0, 100, 200] };

describe('pageVerdicts', () => {
  it('tells branches of a page apart, for each aircraft', () => {
    const post = decision('not_applicable', 'applicable', 'applicable');
    const other = decision('applicable', 'unknown', 'unknown');
    expect(pageVerdicts(page, [post, other])).toEqual({
      letters: 'pu',
      parts: [
        [0, 'na'],
        [100, 'au'],
      ],
      statements: [
        ['PASSAGE 0', 'na', 0],
        ['PASSAGE 1', 'au', 100],
        ['PASSAGE 2', 'au', 200],
      ],
    });
  });

  it('tells that a page has more statements than it lists', () => {
    const many = decision(...Array.from({ length: 25 }, () => 'applicable' as const));
    const { statements } = pageVerdicts({ page_number: 4, starts: [] }, [many]);
    expect([statements.length, statements.at(-1)]).toEqual([21, ['', 'u', null]]);
    const few = decision(...Array.from({ length: 20 }, () => 'applicable' as const));
    expect(pageVerdicts({ page_number: 4, starts: [] }, [few]).statements.at(-1)).toEqual(['PASSAGE 19', 'a', 1900]);
  });

  it('has no parts where all passages agree, or without aircraft', () => {
    const same = decision('not_applicable', 'not_applicable', 'not_applicable');
    expect(pageVerdicts(page, [same])).toMatchObject({ letters: 'n', parts: [] });
    expect(pageVerdicts(page, [])).toEqual({ letters: '', parts: [], statements: [] });
    const bare = { page: { ...same.page, statements: [] }, passages: [] };
    expect(pageVerdicts({ page_number: 4, starts: [] }, [bare])).toEqual({ letters: 'n', parts: [], statements: [] });
  });
});
