import { Logger } from '@nestjs/common';
import { warnClient } from '../../../../common/http/request-context.js';
import type { LanguageModel } from '../../../../integrations/llm/language-model.js';
import { ModelError } from '../../../../integrations/model-endpoint/model-error.js';
import type { Answer, AnswerRequest, EvidencePassage } from '../answer.types.js';
import { refusal } from '../answer-replies.js';
import { Answerer } from '../answerer.js';
import { scopeEvidence } from '../evidence-scope.js';
import { retrievalQuery } from '../question.js';
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

  /** Tells the sink what the model writes; a refusal or quotation instead of it is for the caller to tell. */
  async answer(request: AnswerRequest): Promise<Answer> {
    const { sink, signal, ...unheard } = request;
    const quoted = await this.quoting.answer({ ...unheard, signal });
    if (quoted.answer_status !== 'grounded') return quoted;
    const passages = passagesFor(request);
    if (passages.length === 0) return refusal(request.evidence, this.model.model);
    const told = new ToldAnswer(passages, sink);
    const failure = await this.write(request, passages, told);
    if (told.dropped > 0 || failure) {
      // Counts and reasons alone: what was written is the documents' and the asker's.
      this.logger.warn({ dropped: told.dropped, failure: failure?.message }, 'a language model was not followed');
    }
    if (failure && told.isEmpty) {
      warnClient(NOTES.quoted);
      return quoted;
    }
    if (told.isEmpty) return refusal(request.evidence, this.model.model);
    if (failure) warnClient(NOTES.brokenOff);
    if (told.dropped > 0) warnClient(NOTES.leftOut);
    const { content, citations, warnings } = told;
    return { answer_status: 'grounded', content, citations, warnings, suggestions: [], model: this.model.model };
  }

  /** Tells each sentence that stands as soon as it is whole. Answers why the model did not come to its end, if it did not. */
  private async write(
    request: AnswerRequest,
    passages: readonly EvidencePassage[],
    told: ToldAnswer,
  ): Promise<ModelError | null> {
    const reader = new DraftReader();
    const messages = promptFor(request, passages);
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

/** What the question may be answered from, best first. */
function passagesFor({ question, history, evidence }: AnswerRequest): EvidencePassage[] {
  const { passages } = scopeEvidence(retrievalQuery(question, history), history, evidence);
  let characters = 0;
  return passages
    .filter(({ text }) => text.trim() !== '')
    .slice(0, MAX_PASSAGES)
    .filter(({ text }) => (characters += text.length) <= MAX_CHARACTERS);
}
