import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readLines } from '../retrieval/retrieval-set.js';

/** A page, by the document's printed number or its id in the service. */
export interface Place {
  document_number?: string;
  document_id?: string;
  /** Physical: the title page is 1. */
  page: number;
  /** Revision cited by a rated answer. */
  revision_id?: string;
}

/** A labeled question. Expected texts are verbatim, ignoring case and white space. */
export interface Question {
  id: string;
  question: string;
  /** Category; scores are also reported by it. */
  kind: string;
  copilot_type: string;
  filters?: Record<string, unknown>;
  /** Earlier questions in the same conversation. */
  turns?: string[];
  /** Pages with the answer, best first; empty if the library has no answer. */
  places: Place[];
  /** The answer must contain one of them; a page that it cites has it. */
  answers: string[];
  /** What the service must say in its own words; null if it quotes. */
  says: string | null;
  /** Registration of the aircraft that the conversation is about. */
  aircraft?: string;
  /** Texts that the answer must not contain: values of superseded revisions, rejected answers. */
  not: string[];
  unanswerable: boolean;
  /** See {@link halfOf}. */
  half?: Half;
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
  says?: string;
  aircraft?: string;
  also?: Place[];
  not?: string[];
  unanswerable?: boolean;
  half?: Half;
}

/** A rated answer, as exported by the service. */
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

export function isQuestionSet(folder: string): boolean {
  return existsSync(path.join(folder, 'questions.jsonl'));
}

/**
 * Reads questions.jsonl with labeled questions or exported feedback. An answer rated up is correct, on its cited pages;
 * a refusal or clarification rated up means that there is no answer; an answer rated down must not be given again.
 */
export async function readQuestions(folder: string): Promise<Question[]> {
  const lines = await readLines<QuestionLine | FeedbackLine>(path.join(folder, 'questions.jsonl'));
  return lines.map((line) => ('rating' in line ? fromFeedback(line) : fromLabel(line)));
}

/**
 * As labeled, if the set is split by document, else by the first bit of the id's SHA-256. Only `tune` is used to choose weights and thresholds; `held_out` verifies them.
 */
export function halfOf({ id, half }: Pick<Question, 'id' | 'half'>): Half {
  return half ?? (createHash('sha256').update(id).digest()[0]! < 128 ? 'tune' : 'held_out');
}

/** For comparisons: single spaces, lower case. */
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
    says: line.says ?? null,
    ...(line.aircraft !== undefined && { aircraft: line.aircraft }),
    not: line.not ?? [],
    unanswerable: line.unanswerable ?? false,
    ...(line.half && { half: line.half }),
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
    says: null,
    not: isGood ? [] : [answer],
  };
}
