import type { AssistantMessage, FoundPassage, ServiceApi } from './api.js';
import { checkCitations, type CitationFindings } from './check-citations.js';
import { containsOneOf, type Place, type Question } from './question-set.js';

/** Passages per search, enough for five different pages. */
const DEPTH = 20;

/** The service's results for one question. */
export interface Outcome {
  question: Question;
  /** Rank of the first correct page among the distinct pages found, from 0; -1: not found; null: not searched. */
  rank: number | null;
  /** Whether one of the first three passages contains the answer. */
  inTopThree: boolean;
  message: AssistantMessage;
  citesRightPage: boolean;
  findings: CitationFindings;
  searchMs: number | null;
  answerMs: number;
}

/** Asks all questions in the order of the set. */
export async function askQuestions(api: ServiceApi, questions: readonly Question[]): Promise<Outcome[]> {
  const ids = await api.documentIds();
  const current = await withoutStale(api, questions);
  await expectAnswersOnPages(api, ids, current);
  const outcomes: Outcome[] = [];
  for (const question of current) outcomes.push(await askOne(api, ids, question));
  return outcomes;
}

async function askOne(api: ServiceApi, ids: Map<string, string>, question: Question): Promise<Outcome> {
  const { copilot_type, turns = [], filters, places, answers, aircraft } = question;
  const aircraftId = aircraft === undefined ? undefined : await api.aircraftId(aircraft);
  const right = new Set(places.map((place) => key(documentId(place, ids), place.page)));
  let passages: FoundPassage[] = [];
  let searchMs: number | null = null;
  // A follow-up question alone is not enough to find its page.
  if (turns.length === 0) {
    const startedAt = performance.now();
    passages = await api.searchPassages(question.question, { filters, aircraft_id: aircraftId }, DEPTH);
    searchMs = performance.now() - startedAt;
  }
  const pages = [...new Set(passages.map((passage) => key(passage.document_id, passage.page_number)))];
  const { message, milliseconds } = await api.ask([...turns, question.question], {
    copilot_type,
    filters,
    aircraft_id: aircraftId,
  });
  return {
    question,
    rank: turns.length > 0 || places.length === 0 ? null : pages.findIndex((page) => right.has(page)),
    inTopThree: passages.slice(0, 3).some(({ quote }) => containsOneOf(quote, answers)),
    message,
    citesRightPage: message.citations.some((cited) => right.has(key(cited.document_id, cited.page_number))),
    // Words of the service are not quoted.
    findings: await checkCitations(api, question.says === null ? message : { ...message, content: '' }),
    searchMs,
    answerMs: milliseconds,
  };
}

/**
 * Drops pages of rated answers that no longer exist or no longer contain the quotes, and questions left without pages.
 */
async function withoutStale(api: ServiceApi, questions: readonly Question[]): Promise<Question[]> {
  const current: Question[] = [];
  const stale: string[] = [];
  for (const question of questions) {
    const places: Place[] = [];
    for (const place of question.places) if (!(await isStale(api, place, question))) places.push(place);
    if (places.length > 0 || question.places.length === 0) current.push({ ...question, places });
    else stale.push(question.id);
  }
  if (stale.length > 0)
    console.log([`left out, for what they cited is gone or has changed: ${stale.length}`, ...stale].join('\n  '));
  return current;
}

async function isStale(api: ServiceApi, place: Place, { answers, filters }: Question): Promise<boolean> {
  const { document_id: id, revision_id: cited, page } = place;
  if (id === undefined || cited === undefined) return false;
  // Current answers use the current revision, unless superseded ones are included.
  const text = await api.findPageText(id, page, filters?.include_superseded === true ? cited : undefined);
  return text === null || !containsOneOf(text, answers);
}

/** Checks the labels against the library. Throws with every question whose answer is not on its pages. */
async function expectAnswersOnPages(
  api: ServiceApi,
  ids: Map<string, string>,
  questions: readonly Question[],
): Promise<void> {
  const wrong: string[] = [];
  for (const { id, places, answers } of questions) {
    for (const place of answers.length > 0 ? places : []) {
      // Pages of rated answers were checked above.
      if (place.revision_id !== undefined) continue;
      const document = documentId(place, ids);
      const text = document === undefined ? '' : await api.pageText(document, place.page);
      if (!containsOneOf(text, answers)) wrong.push(`${id}: ${place.document_number ?? document} page ${place.page}`);
    }
  }
  if (wrong.length > 0) throw new Error(`answers that are not on their pages:\n  ${wrong.join('\n  ')}`);
}

function documentId({ document_id, document_number }: Place, ids: Map<string, string>): string | undefined {
  return document_id ?? (document_number === undefined ? undefined : ids.get(document_number));
}

function key(documentId: string | undefined, page: number): string {
  return `${documentId}#${page}`;
}
