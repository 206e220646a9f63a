import { contentTerms } from '@amks/language/terms/content-terms.js';

const DIMENSIONS = 256;

/** Bags of words as vectors: near when words are shared, and the same on every machine. */
export const wordEmbeddings = {
  embed: (texts: string[]): Promise<Float32Array[]> => Promise.resolve(texts.map(vectorOf)),
};

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const term of contentTerms(text)) {
    const hash = [...term].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % DIMENSIONS, 7);
    vector[hash] = (vector[hash] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
