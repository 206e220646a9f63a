import { contentTerms } from '@amks/language/terms/content-terms.js';
import type { SynonymList } from '@amks/language/synonyms/synonyms.js';
import type { Copilot } from '../copilots.js';
import { equivalentsOf, SIMILAR } from './equivalents.js';
import { asksForProcedure } from './retrieval-query.js';
import { subjectOf, type Subject } from './subject.js';

/** Adds to the terms of a text those of the question that they stand for. */
export type WithSynonyms = (terms: readonly string[]) => Set<string>;

/** A question as the selection reads it. */
export interface AskedQuestion {
  /** Completed from earlier questions, with the words of the evidence. */
  text: string;
  subject: Subject;
  isProcedure: boolean;
  /** Document types that the copilot prefers. */
  preferredTypes: readonly string[];
  withEquivalents: WithSynonyms;
  /** Also words of similar meaning. */
  withSimilar: WithSynonyms;
}

export interface ReadingOptions {
  /** The question as it was asked. Default: `text`. */
  asked?: string;
  copilot?: Copilot | null;
  synonyms?: SynonymList;
  /** Names of aircraft. They are not words of the subject: the scope takes account of them. */
  aircraft?: readonly string[];
}

export async function readQuestion(
  text: string,
  { asked = text, copilot = null, synonyms, aircraft = [] }: ReadingOptions = {},
): Promise<AskedQuestion> {
  return {
    text,
    subject: await subjectOf(text, new Set(contentTerms(aircraft.join('\n')))),
    isProcedure: asksForProcedure(asked),
    preferredTypes: copilot?.preferred_document_types ?? [],
    withEquivalents: equivalentsOf(text, synonyms),
    withSimilar: equivalentsOf(text, synonyms, SIMILAR),
  };
}
