import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { readLines } from '../retrieval/retrieval-set.js';
import { containsOneOf, halfOf, readQuestions, type Question } from './question-set.js';

const SETS = path.join(projectRoot(), 'eval/sets');
const COPILOTS = ['mro', 'troubleshooting', 'parts', 'compliance', 'flight_ops'];

/** Text of a page of the sample library's current revision, as read by the service. */
interface PageLine {
  document_number: string;
  page: number;
  text: string;
}

describe.each(['sample', 'paraphrased'])('the labelled questions of the set %s about the sample library', (name) => {
  let questions: Question[];
  let pages: PageLine[];
  beforeAll(async () => {
    [questions, pages] = await Promise.all([
      readQuestions(path.join(SETS, name)),
      readLines<PageLine>(path.join(SETS, 'sample/pages.jsonl')),
    ]);
  });
  const answerable = () => questions.filter(({ unanswerable }) => !unanswerable);

  it('are enough, of every copilot and about every document', () => {
    expect(answerable().length).toBeGreaterThanOrEqual(150);
    expect(questions.length - answerable().length).toBeGreaterThanOrEqual(40);
    expect(new Set(questions.map(({ copilot_type }) => copilot_type))).toEqual(new Set(COPILOTS));
    const asked = new Set(answerable().map(({ places }) => places[0]?.document_number));
    expect(asked).toEqual(new Set(pages.map(({ document_number }) => document_number)));
  });

  it('have an id and a wording of their own', () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    const wordings = questions.map(({ question, turns = [] }) => [...turns, question].join('\n').toLowerCase());
    expect(new Set(wordings).size).toBe(questions.length);
  });

  it('have an answer word for word on each page that they name, or none at all', () => {
    const textOf = new Map(pages.map(({ document_number, page, text }) => [`${document_number} ${page}`, text]));
    const wrong = questions.filter(({ places, answers, unanswerable }) =>
      unanswerable
        ? places.length + answers.length > 0
        : places.length === 0 ||
          places.some(
            ({ document_number, page }) => !containsOneOf(textOf.get(`${document_number} ${page}`) ?? '', answers),
          ),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('fall into a half for training and one for checks, each with questions that nothing answers', () => {
    for (const half of ['tune', 'held_out'] as const) {
      const own = questions.filter((question) => halfOf(question) === half);
      expect(own.length / questions.length).toBeGreaterThan(0.3);
      expect(own.filter(({ unanswerable }) => unanswerable).length).toBeGreaterThanOrEqual(15);
    }
  });
});

describe.each([
  ['aircraft', 40],
  ['parts', 12],
])('the labelled questions of the set %s', (name, least) => {
  it('are enough, each with what the service says, a text on the page, or no answer', async () => {
    const questions = await readQuestions(path.join(SETS, name));
    expect(questions.length).toBeGreaterThanOrEqual(least);
    const lines = await readLines<PageLine>(path.join(SETS, 'sample/pages.jsonl'));
    const textOf = new Map(lines.map(({ document_number, page, text }) => [`${document_number} ${page}`, text]));
    const isOnPages = ({ places, answers }: Question): boolean =>
      places.every(({ document_number, page }) =>
        containsOneOf(textOf.get(`${document_number} ${page}`) ?? '', answers),
      );
    const wrong = questions.filter((one) => {
      if (one.unanswerable) return one.places.length > 0 || one.says !== null;
      return one.places.length === 0 || (one.says === null && !isOnPages(one));
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  });
});

it('the paraphrased questions are split by document', async () => {
  const questions = await readQuestions(path.join(SETS, 'paraphrased'));
  const documentsOf = (half: string): Set<string | undefined> =>
    new Set(
      questions
        .filter((one) => halfOf(one) === half)
        .flatMap(({ places }) => places.slice(0, 1).map(({ document_number: number }) => number)),
    );
  const shared = [...documentsOf('tune')].filter((number) => documentsOf('held_out').has(number));
  expect(shared).toEqual([]);
});
