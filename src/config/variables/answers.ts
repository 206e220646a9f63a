import { integer, text, webAddress } from '../variable.js';

/** Search, chat and the models behind them. */
export const ANSWERS = {
  SEARCH_INDEX_MEMORY_BYTES: integer(
    1_073_741_824,
    16_777_216,
    1_099_511_627_776,
    'Memory for the search indexes of all organizations; those used longest ago are put away beyond it.',
  ),
  CHAT_STREAMS_PER_USER: integer(20, 1, 1000, 'Chat streams that one user may have open on each node.'),
  CHAT_STREAM_SECONDS: integer(300, 1, 3600, 'A chat stream that lasts longer is closed; clients resume it.'),
  LLM_BASE_URL: webAddress(
    'OpenAI-compatible API of a language model that writes the answers of the chat, such as https://host/v1. Empty: answers quote the documents.',
  ),
  LLM_MODEL: text('', 'Name of the model there.'),
  LLM_API_KEY: text('', 'Key of the API; empty where it needs none.'),
  LLM_TIMEOUT_SECONDS: integer(60, 1, 600, 'Longest time for one answer of the model.'),
  LLM_CONCURRENCY: integer(8, 1, 1000, 'Answers that one process lets it write at a time.'),
  EMBEDDING_BASE_URL: webAddress(
    'OpenAI-compatible API of a model that turns texts into vectors, such as https://host/v1. Empty: the model that comes with the service.',
  ),
  EMBEDDING_MODEL: text(
    '',
    'Name of the model there. Another one is taken over in the background, while the one before serves.',
  ),
  EMBEDDING_API_KEY: text('', 'Key of the API; empty where it needs none.'),
  EMBEDDING_DIMENSIONS: integer(0, 0, 4096, 'Numbers of one vector; the model is asked to shorten longer ones.'),
} as const;
