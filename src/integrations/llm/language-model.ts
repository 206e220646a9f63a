import type { TokenUse } from '../model-endpoint/token-use.js';

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface CompletionRequest {
  messages: ModelMessage[];
  /** Tokens that the answer may have; the model's own bound when it is less. */
  maxTokens?: number;
}

export interface CompletionOptions {
  /** Ends the generation. */
  signal?: AbortSignal;
  /** Told each piece of text as it comes. What it throws ends the generation. */
  onToken?: (text: string) => void;
}

export interface Completion {
  text: string;
  /** `length`: it was cut off at the longest answer allowed. */
  finish: 'stop' | 'length';
  usage: TokenUse;
}

/** Writes text. Injected by this class; null where the operator has named no model. */
export abstract class LanguageModel {
  /** Name of the model, shown as the author of what it wrote. */
  abstract readonly model: string;

  /**
   * Continues the conversation.
   *
   * @throws ModelError when there is no whole answer; what was told to `onToken` until then is all there is. The signal's
   *   reason when that is aborted.
   */
  abstract complete(request: CompletionRequest, options?: CompletionOptions): Promise<Completion>;
}
