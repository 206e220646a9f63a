import { stepNumber } from '../../src/modules/chat/answering/evidence/source-units.js';
import type { AssistantMessage } from './api.js';

/** Whether the steps that an answer quotes from a section follow each other: a step left out between two of them can be the one that makes them safe. */
export function hasWholeRuns({ citations, warnings }: Pick<AssistantMessage, 'citations' | 'warnings'>): boolean {
  const notices = new Set(warnings.map(({ citation }) => citation));
  const last = new Map<string, number>();
  return citations
    .filter(({ index }) => !notices.has(index))
    .sort((a, b) => a.page_number - b.page_number || a.start - b.start)
    .every(({ revision_id, section, quote }) => {
      const number = stepNumber(quote);
      if (number === null) return true;
      const key = `${revision_id}\n${section}`;
      const before = last.get(key);
      last.set(key, number);
      // A lower number starts another list.
      return before === undefined || number <= before + 1;
    });
}
