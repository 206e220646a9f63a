import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readLines } from '../retrieval/retrieval-set.js';

/** A page of a document, named by its number (as printed on it) or by its id in the running service. */
export interface Place {
  document_number?: string;
  document_id?: string;
  /** Physical: the title page is 1. */
  page: number;
  /** Of a page that a rated answer cited: the revision it did so of. */
  revision_id?: string;
}

/** A labelled question. Pieces of answers are verbatim, whatever their case and white space. */
export interface Question {
  id: string;
  question: string;
  /** What the question tries; scores are also given by it. */
  kind: string;
  copilot_type: string;
  filters?: Record<string, unknown>;
  /** Questions asked before this one in the same conversation. */
  turns?: string[];
  /** Pages on which the answer stands, the best first; none when the library does not answer the question. */
  places: Place[];
  /** One of them must be in the answer. */
  answers: string[];
  /** Must not be in the answer: values of superseded revisions, answers that somebody rejected. */
  not: string[];
  unanswerable: boolean;
}

type Half = 'tune' | 'held_out';

interface QuestionLine extends Partial<Place> {
  id: string;
  question: string;
  kind?: string;
  copilot_type?: string;
  filters?: Record<string, unknown>;
  turns?: string[];
  answer?: string | string[];
  also?: Place[];
  not?: string[];
  unanswerable?: boolean;
}

/** What people thought of an answer, as the service exports it. */
interface FeedbackLine {
  id: string;
  question: string;
  turns: string[];
  copilot_type: string;
  filters: Record<string, unknown>;
  rating: 'up' | 'down';
  answer: string;
  answer_status: 'grounded' | 'refused' | 'needs_clarification' | null;
  citations: { document_id: string; revision_id: string; page: number; quote: string }[];
}

/** Whether the folder holds questions. */
export function isQuestionSet(folder: string): boolean {
  return existsSync(path.join(folder, 'questions.jsonl'));
}

/**
 * questions.jsonl, of labelled questions or of exported feedback. An answer with thumbs up is the right one, on the pages
 * that it cited, and a refusal or question back with thumbs up says that there is none; one with thumbs down must not be
 * given again.
 */
export async function readQuestions(folder: string): Promise<Question[]> {
  const lines = await readLines<QuestionLine | FeedbackLine>(path.join(folder, 'questions.jsonl'));
  return lines.map((line) => ('rating' in line ? fromFeedback(line) : fromLabel(line)));
}

/**
 * By the first bit of the sha256 of the id: weights and thresholds are chosen with questions of `tune` alone, those of
 * `held_out` only tell whether that was right.
 */
export function halfOf({ id }: Pick<Question, 'id'>): Half {
  return createHash('sha256').update(id).digest()[0]! < 128 ? 'tune' : 'held_out';
}

/** For comparing texts: white space is one space, letters are small. */
export function squeeze(text: string): string {
  return text.replace(/\s+/gu, ' ').toLowerCase();
}

export function containsOneOf(text: string, pieces: readonly string[]): boolean {
  const squeezed = squeeze(text);
  return pieces.some((piece) => squeezed.includes(squeeze(piece)));
}

function fromLabel(line: QuestionLine): Question {
  const { document_number, document_id, page, also = [], answer = [] } = line;
  const best = page === undefined ? [] : [{ document_number, document_id, page }];
  return {
    id: line.id,
    question: line.question,
    kind: line.kind ?? 'general',
    copilot_type: line.copilot_type ?? 'mro',
    ...(line.filters && { filters: line.filters }),
    ...(line.turns && { turns: line.turns }),
    places: [...best, ...also],
    answers: [answer].flat(),
    not: line.not ?? [],
    unanswerable: line.unanswerable ?? false,
  };
}

function fromFeedback({ rating, answer, answer_status, citations, ...asked }: FeedbackLine): Question {
  const isGood = rating === 'up';
  return {
    ...asked,
    kind: `rated ${rating}`,
    unanswerable: isGood && answer_status !== 'grounded',
    places: isGood ? citations.map(({ document_id, revision_id, page }) => ({ document_id, revision_id, page })) : [],
    answers: isGood ? citations.map(({ quote }) => quote) : [],
    not: isGood ? [] : [answer],
  };
}
