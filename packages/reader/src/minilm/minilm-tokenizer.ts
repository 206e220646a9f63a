import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { minilmFolder } from './minilm-files.js';

/** Longest input of the model, `[CLS]` and `[SEP]` included; what follows is cut off. */
export const MINILM_MAX_TOKENS = 256;

/** Longest text, in tokens as `countTokens` counts them, that is embedded whole. */
export const MINILM_MAX_TEXT_TOKENS = MINILM_MAX_TOKENS - 2;

const CLS = 101;
const SEP = 102;

/** The types of the package do not resolve under `nodenext`. */
interface WordPiece {
  tokenize(text: string, options: { add_special_tokens: boolean }): string[];
  encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
}
const WordPieceTokenizer = Tokenizer as unknown as new (tokenizer: object, config: object) => WordPiece;

/** The WordPiece tokenizer of all-MiniLM-L6-v2. Needs no weights. */
export class MiniLmTokenizer {
  private constructor(private readonly tokenizer: WordPiece) {}

  static async load(folder = minilmFolder()): Promise<MiniLmTokenizer> {
    const [tokenizer, config] = await Promise.all(
      ['tokenizer.json', 'tokenizer_config.json'].map(
        async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as object,
      ),
    );
    return new MiniLmTokenizer(new WordPieceTokenizer(tokenizer!, config!));
  }

  /** Word pieces in lowercase, continuations marked `##`, without special tokens, not truncated. */
  tokenize(text: string): string[] {
    return this.tokenizer.tokenize(text, { add_special_tokens: false });
  }

  countTokens(text: string): number {
    return this.tokenize(text).length;
  }

  /** Input ids of the model: `[CLS] … [SEP]`, at most {@link MINILM_MAX_TOKENS}. */
  encode(text: string): number[] {
    const ids = this.tokenizer.encode(text, { add_special_tokens: false }).ids;
    return [CLS, ...ids.slice(0, MINILM_MAX_TEXT_TOKENS), SEP];
  }
}
