/** Tokens of one call, by the provider's count. */
export interface TokenUse {
  prompt_tokens: number;
  completion_tokens: number;
  /** Whether the provider gave no count and it is ours, from the length of the texts. */
  estimated: boolean;
}

/** Told of every call that cost tokens, unfinished ones too. */
export type OnTokenUse = (use: TokenUse) => void;

/** Of English text; what providers bill is nearer to this than to any guess at words. */
const CHARACTERS_PER_TOKEN = 4;

/** A count where the provider gives none. */
export function estimateTokens(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / CHARACTERS_PER_TOKEN);
}
