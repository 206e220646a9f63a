import type { TokenUse } from '../model-endpoint/token-use.js';

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface CompletionRequest {
  messages: ModelMessage[];
  /** Maximum tokens of the answer; the model may have a lower limit. */
  maxTokens?: number;
}

export interface CompletionOptions {
  signal?: AbortSignal;
  /** Receives each piece of text. An error ends the generation. */
  onToken?: (text: string) => void;
}

export interface Completion {
  text: string;
  /** `length`: the answer was cut off at the limit. */
  finish: 'stop' | 'length';
  usage: TokenUse;
}

/** Generates text. Injected by this class; null without a configured model. */
export abstract class LanguageModel {
  /** Name of the model, shown as author. */
  abstract readonly model: string;

  /** Continues the conversation. @throws ModelError when there is no complete answer; the reason of the signal when it is aborted */
  abstract complete(request: CompletionRequest, options?: CompletionOptions): Promise<Completion>;
}
