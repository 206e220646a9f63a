import { equivalentsOf } from '../../src/modules/chat/answering/question/equivalents.js';
import { taskOf } from '../../src/modules/chat/answering/evidence/passages.js';
import { retrievalQuery } from '../../src/modules/chat/answering/question/retrieval-query.js';
import { contentTerms } from '@amks/language/terms/content-terms.js';
import { coverageOf } from '../../src/modules/chat/answering/question/term-weights.js';
import type { AssistantMessage } from './api.js';

/** Minimum share of the question's terms, relative to the best task, for another task to be on topic. */
const AS_MUCH = 0.7;

/**
 * Whether an answer cites one task, or only tasks on the question's topic by title, headings and quotes. Warnings are
 * ignored, because they accompany their steps.
 * @param turns earlier questions
 */
export function isOfOneTask(
  { citations, warnings }: Pick<AssistantMessage, 'citations' | 'warnings'>,
  question: string,
  turns: readonly string[],
): boolean {
  const asked = retrievalQuery(
    question,
    turns.map((content) => ({ role: 'user', content })),
  );
  const notices = new Set(warnings.map(({ citation }) => citation));
  const tasks = new Map<string, string>();
  for (const cited of citations.filter(({ index }) => !notices.has(index))) {
    const text = [cited.title, cited.document_type, cited.section, cited.quote].join('\n');
    tasks.set(taskOf(cited), `${tasks.get(taskOf(cited)) ?? ''}\n${text}`);
  }
  const withEquivalents = equivalentsOf(asked);
  const shares = [...tasks.values()].map((text) => coverageOf(asked)(withEquivalents(contentTerms(text))));
  return shares.length < 2 || Math.min(...shares) >= AS_MUCH * Math.max(...shares);
}
