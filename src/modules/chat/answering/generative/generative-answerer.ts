import { Logger } from '@nestjs/common';
import { warnClient } from '../../../../common/http/request-context.js';
import type { LanguageModel } from '../../../../integrations/llm/language-model.js';
import { ModelError } from '../../../../integrations/model-endpoint/model-error.js';
import { isAnyAircraft, isSameAircraft } from '../../../../common/aircraft.js';
import { refusal } from '../answer-replies.js';
import type { Answer, AnswerRequest, EvidencePassage } from '../answer.types.js';
import { Answerer } from '../answerer.js';
import { sourceText } from '../candidates.js';
import { findCopilot } from '../copilots.js';
import { equivalentsOf } from '../equivalents.js';
import { scopeEvidence } from '../evidence-scope.js';
import { inManualWords } from '../manual-words.js';
import { aboutSubject, taskOf } from '../one-subject.js';
import { readBy } from '../question-fit.js';
import { contradicts, qualifiersOf } from '../qualifiers.js';
import { withoutPlantedText, type ReadPassage } from '../quarantine.js';
import { retrievalQuery } from '../question.js';
import { tell } from '../telling.js';
import { contentTerms } from '../terms.js';
import { DraftReader } from './draft-reader.js';
import { promptFor } from './prompt.js';
import { ToldAnswer } from './told-answer.js';

/** Passages that the model is given, and their characters together: about 6,000 tokens. */
const MAX_PASSAGES = 12;
const MAX_CHARACTERS = 24_000;

/** What the client is told when the answer is not what was asked for. */
const NOTES = {
  quoted: 'The language model is not available right now; the answer quotes the documents.',
  brokenOff: 'The language model broke off; the answer may lack its end.',
  leftOut: 'Parts of the answer were left out, because the documents they cite do not state them.',
};

/**
 * Lets a language model write the sentences. Whether the evidence answers at all is decided before, by the answerer that
 * quotes: without evidence no token is spent, and what it would quote is at hand when the model fails. The model is believed
 * nothing: each sentence is checked against the passages it cites before anybody hears it.
 */
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
    // What a model wrote has been told while it was written.
    if (sink && (answer.answer_status !== 'grounded' || answer.model !== this.model.model)) tell(answer, sink, signal);
    return answer;
  }

  private async compose(request: AnswerRequest, quoted: Answer): Promise<Answer> {
    if (quoted.answer_status !== 'grounded') return quoted;
    const { model } = this.model;
    const sources = sourcesFor(request, quoted);
    if (sources.length === 0) return refusal(request.evidence, { model });
    const told = new ToldAnswer(sources, request.sink);
    const failure = await this.write(request, sources, told);
    if (told.dropped > 0 || failure) {
      // Counts and reasons alone: what was written is the documents' and the asker's.
      this.logger.warn({ dropped: told.dropped, failure: failure?.message }, 'a language model was not followed');
    }
    if (failure && told.isEmpty) {
      warnClient(NOTES.quoted);
      return quoted;
    }
    if (told.isEmpty) return refusal(request.evidence, { model });
    if (failure) warnClient(NOTES.brokenOff);
    if (told.dropped > 0) warnClient(NOTES.leftOut);
    const { content, citations, warnings } = told;
    return { answer_status: 'grounded', content, citations, warnings, suggestions: [], model };
  }

  /** Tells each sentence that stands as soon as it is whole. Answers why the model did not come to its end, if it did not. */
  private async write(
    request: AnswerRequest,
    sources: readonly ReadPassage[],
    told: ToldAnswer,
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
      // Half of a sentence may say the opposite of the whole.
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

/**
 * What the question may be answered from, best first: in scope, of the copilot's documents, not of the other side or engine,
 * of tasks that are about what was asked or that the quoted answer is of, and without what was planted for machines.
 */
function sourcesFor(request: AnswerRequest, { citations }: Answer): ReadPassage[] {
  const { history, synonyms } = request;
  const originals = readBy(findCopilot(request.copilot_type), request.evidence);
  const read = withoutPlantedText(originals);
  const question = inManualWords(retrievalQuery(request.question, history), read, synonyms);
  const originalOf = new Map(read.map((passage, index) => [passage, originals[index] ?? passage]));
  const about = qualifiersOf(question);
  const asMeant = equivalentsOf(question, synonyms);
  // The quoted answer settled which aircraft is meant; what holds for another type is no source beside it.
  const isOfAircraft = ({ aircraft_type: type }: EvidencePassage): boolean =>
    isAnyAircraft(type) ||
    citations.length === 0 ||
    citations.some(({ aircraft_type: cited }) => isSameAircraft(cited, type));
  const scoped = scopeEvidence(question, history, read)
    .passages.filter(({ text }) => text.trim() !== '')
    .filter(isOfAircraft)
    .filter(({ section, title }) => !contradicts(about, qualifiersOf('', [section, title])))
    .map((passage) => ({ passage, terms: asMeant(contentTerms(`${sourceText(passage)}\n${passage.text}`)) }));
  const onSubject = new Set(aboutSubject(question, scoped).map(({ passage }) => passage));
  const quoted = new Set(citations.map(taskOf));
  let characters = 0;
  return scoped
    .flatMap(({ passage }) => (onSubject.has(passage) || quoted.has(taskOf(passage)) ? passage : []))
    .slice(0, MAX_PASSAGES)
    .filter(({ text }) => (characters += text.length) <= MAX_CHARACTERS)
    .map((passage) => ({ read: passage, original: originalOf.get(passage) ?? passage }));
}
