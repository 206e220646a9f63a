export interface TokenUse {
  prompt_tokens: number;
  completion_tokens: number;
  /** Whether the count is estimated from text lengths. */
  estimated: boolean;
}

/** Receives the usage of every call, unfinished ones included. */
export type OnTokenUse = (use: TokenUse) => void;

/** Characters per token of English text. */
const CHARACTERS_PER_TOKEN = 4;

/** An estimate where the provider gives no count. */
export function estimateTokens(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / CHARACTERS_PER_TOKEN);
}
