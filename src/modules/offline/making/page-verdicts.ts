import type { DecidedPage, Decision } from '../../applicability/applicability.service.js';
import type { Verdict } from '../../applicability/dto/verdicts.js';

/** Statements of a page that are packed. */
const MAX_STATEMENTS = 20;

/** What decides on a page for one aircraft. */
export interface AircraftDecision {
  page: Decision;
  /** Of each passage. */
  passages: Decision[];
}

/** Verdicts as packages have them: a letter for each aircraft. */
export interface PageVerdicts {
  /** `p`: some passages apply, and others do not. */
  letters: string;
  /** `[start in the text, letters]` of each passage whose letters differ from those before it; empty if all are the same. */
  parts: [number, string][];
  /** Statements of the page and its parts: `[words, letters, start]`. The start is null for one on another page. */
  statements: [string, string, number | null][];
}

const LETTERS: Readonly<Record<Verdict, string>> = { applicable: 'a', unknown: 'u', not_applicable: 'n' };

/** Puts the verdicts of a page together. @param decisions one for each aircraft */
export function pageVerdicts(
  { page_number, starts }: Pick<DecidedPage, 'page_number' | 'starts'>,
  decisions: readonly AircraftDecision[],
): PageVerdicts {
  const letters = decisions.map(({ page, passages }) => {
    const isPart = page.verdict === 'applicable' && passages.some(({ verdict }) => verdict === 'not_applicable');
    return isPart ? 'p' : LETTERS[page.verdict];
  });
  const parts: [number, string][] = [];
  starts.forEach((start, index) => {
    const own = decisions.map(({ passages }) => LETTERS[passages[index]!.verdict]).join('');
    if (own !== parts.at(-1)?.[1]) parts.push([start, own]);
  });
  return {
    letters: letters.join(''),
    parts: decisions.length > 0 && parts.length > 1 ? parts : [],
    statements: statementsOf(page_number, decisions),
  };
}

/** Those of the revision and of its aircraft type are in the description of the document. */
function statementsOf(pageNumber: number, decisions: readonly AircraftDecision[]): PageVerdicts['statements'] {
  const found = new Map<string, { statement: string; start: number | null; letters: string[] }>();
  decisions.forEach(({ page }, aircraft) => {
    for (const { statement, scope, page_number, start, verdict } of page.statements) {
      if (scope === 'aircraft_type' || scope === 'revision') continue;
      const place = page_number === pageNumber ? start : null;
      const key = JSON.stringify([statement, place]);
      const one = found.get(key) ?? { statement, start: place, letters: decisions.map(() => 'u') };
      one.letters[aircraft] = LETTERS[verdict];
      found.set(key, one);
    }
  });
  const all = [...found.values()].map(({ statement, letters, start }): PageVerdicts['statements'][number] => [
    statement,
    letters.join(''),
    start,
  ]);
  const rest: PageVerdicts['statements'][number][] =
    all.length > MAX_STATEMENTS ? [['', decisions.map(() => 'u').join(''), null]] : [];
  return [...all.slice(0, MAX_STATEMENTS), ...rest];
}
