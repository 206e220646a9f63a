import type { FactoryProvider } from '@nestjs/common';
import { Embeddings } from '../../../integrations/embeddings/embeddings.js';
import { LanguageModel } from '../../../integrations/llm/language-model.js';
import { Answerer } from './answerer.js';
import { ExtractiveAnswerer } from './extractive-answerer.js';
import { GenerativeAnswerer } from './generative/generative-answerer.js';

/** Who answers: a language model where the operator has named one, the documents' own sentences where not. */
export const ANSWERER: FactoryProvider<Answerer> = {
  provide: Answerer,
  inject: [Embeddings, LanguageModel],
  useFactory: (embeddings: Embeddings, model: LanguageModel | null) => {
    const quoting = new ExtractiveAnswerer(embeddings);
    return model ? new GenerativeAnswerer(quoting, model) : quoting;
  },
};
