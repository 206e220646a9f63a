import { Logger } from '@nestjs/common';
import { warnClient } from '../../../../common/context/request-context.js';
import type { LanguageModel } from '../../../../integrations/llm/language-model.js';
import { ModelError } from '../../../../integrations/model-endpoint/model-error.js';
import { isAnyAircraft, isSameAircraft } from '@amks/language/aircraft/designators.js';
import { refusal } from '../answer-replies.js';
import type { Answer, AnswerRequest, EvidencePassage } from '../answer.types.js';
import { Answerer } from '../answerer.js';
import { sourceText, taskOf } from '../evidence/passages.js';
import { findCopilot } from '../copilots.js';
import { equivalentsOf } from '../question/equivalents.js';
import { scopeEvidence } from '../evidence/evidence-scope.js';
import { rewriteQuestion } from '../evidence/question-rewriting.js';
import { aboutSubject } from '../selection/subject-filter.js';
import { readBy } from '../selection/question-match.js';
import { contradicts, qualifiersOf } from '../question/qualifiers.js';
import { withoutInjectedText, type ReadPassage } from '../evidence/injected-text.js';
import { retrievalQuery } from '../question/retrieval-query.js';
import { streamAnswer } from '../answer-content.js';
import { contentTerms } from '@amks/language/terms/content-terms.js';
import { DraftReader } from './draft-reader.js';
import { promptFor } from './prompt.js';
import { StreamedAnswer } from './streamed-answer.js';

/** Passages for the model, and their characters in all: about 6,000 tokens. */
const MAX_PASSAGES = 12;
const MAX_CHARACTERS = 24_000;

/** Warnings for the client. */
const NOTES = {
  quoted: 'The language model is not available right now; the answer quotes the documents.',
  brokenOff: 'The language model broke off; the answer may lack its end.',
  leftOut: 'Parts of the answer were left out, because the documents they cite do not state them.',
};

/** Lets a model write when the extractive answer, which is the fallback, is grounded. Each sentence is checked before it is streamed. */
export class GenerativeAnswerer extends Answerer {
  private readonly logger = new Logger(GenerativeAnswerer.name);

  constructor(
    private readonly quoting: Answerer,
    private readonly model: LanguageModel,
  ) {
    super();
  }

  async answer(request: AnswerRequest): Promise<Answer> {
    const { sink, signal, ...unheard } = request;
    const answer = await this.compose(request, await this.quoting.answer({ ...unheard, signal }));
    // The answer of a model was streamed while it was written.
    if (sink && (answer.answer_status !== 'grounded' || answer.model !== this.model.model))
      streamAnswer(answer, sink, signal);
    return answer;
  }

  private async compose(request: AnswerRequest, quoted: Answer): Promise<Answer> {
    if (quoted.answer_status !== 'grounded') return quoted;
    const { model } = this.model;
    const sources = sourcesFor(request, quoted);
    if (sources.length === 0) return refusal('subject_not_found', request.evidence, { model });
    const told = new StreamedAnswer(sources, request.sink);
    const failure = await this.write(request, sources, told);
    if (told.dropped > 0 || failure) {
      // Logs counts and reasons only: the text is confidential.
      this.logger.warn({ dropped: told.dropped, failure: failure?.message }, 'a language model was not followed');
    }
    if (failure && told.isEmpty) {
      warnClient(NOTES.quoted);
      return quoted;
    }
    if (told.isEmpty) return refusal('quote_rejected', request.evidence, { model });
    if (failure) warnClient(NOTES.brokenOff);
    if (told.dropped > 0) warnClient(NOTES.leftOut);
    const { content, citations, warnings } = told;
    const none = { suggestions: [], refusal_reason: null, clarification: null, confidence: null };
    return { answer_status: 'grounded', content, citations, warnings, ...none, model };
  }

  /** Streams each sentence that passes. Returns why the model failed, if it did. */
  private async write(
    request: AnswerRequest,
    sources: readonly ReadPassage[],
    told: StreamedAnswer,
  ): Promise<ModelError | null> {
    const reader = new DraftReader();
    const messages = promptFor(
      request,
      sources.map(({ read }) => read),
    );
    try {
      const { finish } = await this.model.complete(
        { messages },
        {
          signal: request.signal,
          onToken: (text) => reader.push(text).forEach((sentence) => told.add(sentence)),
        },
      );
      // Half a sentence may say the opposite of the whole one.
      if (finish === 'length') return new ModelError('broken', 'the answer was longer than allowed');
      reader.end().forEach((sentence) => told.add(sentence));
      return null;
    } catch (error) {
      request.signal?.throwIfAborted();
      if (error instanceof ModelError) return error;
      throw error;
    }
  }
}

/** The passages that a model may use, best first: in scope, allowed for the copilot, on the subject, without injected text. */
function sourcesFor(request: AnswerRequest, { citations }: Answer): ReadPassage[] {
  const { history, synonyms } = request;
  const originals = readBy(findCopilot(request.copilot_type), request.evidence);
  const read = withoutInjectedText(originals);
  const question = rewriteQuestion(retrievalQuery(request.question, history), read, synonyms);
  const originalOf = new Map(read.map((passage, index) => [passage, originals[index] ?? passage]));
  const about = qualifiersOf(question);
  const withEquivalents = equivalentsOf(question, synonyms);
  // The extractive answer has determined the aircraft.
  const isOfAircraft = ({ aircraft_type: type }: EvidencePassage): boolean =>
    isAnyAircraft(type) ||
    citations.length === 0 ||
    citations.some(({ aircraft_type: cited }) => isSameAircraft(cited, type));
  const scoped = scopeEvidence(question, history, read)
    .passages.filter(({ text }) => text.trim() !== '')
    .filter(isOfAircraft)
    .filter(({ section, title }) => !contradicts(about, qualifiersOf('', [section, title])))
    .map((passage) => ({ passage, terms: withEquivalents(contentTerms(`${sourceText(passage)}\n${passage.text}`)) }));
  const onSubject = new Set(aboutSubject(question, scoped).map(({ passage }) => passage));
  const quoted = new Set(citations.map(taskOf));
  let characters = 0;
  return scoped
    .flatMap(({ passage }) => (onSubject.has(passage) || quoted.has(taskOf(passage)) ? passage : []))
    .slice(0, MAX_PASSAGES)
    .filter(({ text }) => (characters += text.length) <= MAX_CHARACTERS)
    .map((passage) => ({ read: passage, original: originalOf.get(passage) ?? passage }));
}
