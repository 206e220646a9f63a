import { equivalentsOf } from '../../src/modules/chat/answering/equivalents.js';
import { taskOf } from '../../src/modules/chat/answering/one-subject.js';
import { retrievalQuery } from '../../src/modules/chat/answering/question.js';
import { contentTerms } from '../../src/modules/chat/answering/terms.js';
import { coverageOf } from '../../src/modules/chat/answering/word-weights.js';
import type { AssistantMessage } from './api.js';

/** Share of the question's subject, of what the task with most of it has, that a task must have to stand beside it. */
const AS_MUCH = 0.7;

/**
 * Whether an answer is of one task, or each task it cites is about what was asked: by its title, its headings and what is quoted of
 * it. Notices come with the steps that they govern and are not looked at.
 *
 * @param turns questions asked before
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
  const asMeant = equivalentsOf(asked);
  const shares = [...tasks.values()].map((text) => coverageOf(asked)(asMeant(contentTerms(text))));
  return shares.length < 2 || Math.min(...shares) >= AS_MUCH * Math.max(...shares);
}
