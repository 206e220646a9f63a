import type { FactoryProvider } from '@nestjs/common';
import { EmbeddingModels } from '../../../integrations/embeddings/embedding-models.js';
import { LanguageModel } from '../../../integrations/llm/language-model.js';
import { Answerer } from './answerer.js';
import { ExtractiveAnswerer } from './extractive-answerer.js';
import { GenerativeAnswerer } from './generative/generative-answerer.js';

/**
 * Who answers: a language model where the operator has named one, the documents' own sentences where not. Sentences are
 * rated by the model that comes with the service, whichever one searches: what counts as evidence enough was fitted to
 * its cosines, and others spread theirs otherwise.
 */
export const ANSWERER: FactoryProvider<Answerer> = {
  provide: Answerer,
  inject: [EmbeddingModels, LanguageModel],
  useFactory: ({ local }: EmbeddingModels, model: LanguageModel | null) => {
    const quoting = new ExtractiveAnswerer(local);
    return model ? new GenerativeAnswerer(quoting, model) : quoting;
  },
};
