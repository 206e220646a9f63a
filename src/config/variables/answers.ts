import { integer, text, webAddress } from './variable.js';

/** Search, chat and models. */
export const ANSWERS = {
  SEARCH_INDEX_MEMORY_BYTES: integer(
    1_073_741_824,
    16_777_216,
    1_099_511_627_776,
    'Maximum memory for search indexes, in bytes. The least recently used ones are unloaded.',
  ),
  CHAT_STREAMS_PER_USER: integer(20, 1, 1000, 'Maximum open chat streams per user and node.'),
  CHAT_STREAM_SECONDS: integer(300, 1, 3600, 'Maximum duration of a chat stream. Clients resume closed streams.'),
  LLM_BASE_URL: webAddress(
    'Base URL of an OpenAI-compatible API whose language model writes answers, such as https://host/v1. Empty: answers quote the documents.',
  ),
  LLM_MODEL: text('', 'Model name in that API.'),
  LLM_API_KEY: text('', 'API key. Empty: none.'),
  LLM_TIMEOUT_SECONDS: integer(60, 1, 600, 'Maximum time for one answer of the model.'),
  LLM_CONCURRENCY: integer(8, 1, 1000, 'Maximum concurrent answers per process.'),
  EMBEDDING_BASE_URL: webAddress(
    'Base URL of an OpenAI-compatible embedding API, such as https://host/v1. Empty: the built-in model.',
  ),
  EMBEDDING_MODEL: text(
    '',
    'Model name in that API. The service switches models in the background, without interruption.',
  ),
  EMBEDDING_API_KEY: text('', 'API key. Empty: none.'),
  EMBEDDING_DIMENSIONS: integer(
    0,
    0,
    4096,
    'Dimensions of a vector, required with EMBEDDING_MODEL. The model shortens longer vectors.',
  ),
} as const;
