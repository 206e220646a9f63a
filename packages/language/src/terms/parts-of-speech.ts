import { contentTerms } from './content-terms.js';

export type PartOfSpeech = 'noun' | 'adjective' | 'verb' | 'other';

interface TaggedSentence {
  terms: { text: string; tags: string[] }[];
}

/** The part of speech of each term of a text. The tagger is loaded at the first call. */
export async function partsOfSpeech(text: string): Promise<Map<string, PartOfSpeech>> {
  const { default: tag } = await import('compromise/two');
  const sentences = tag(text).json({ offset: false }) as TaggedSentence[];
  return new Map(
    sentences
      .flatMap(({ terms }) => terms)
      .flatMap(({ text: word, tags }) => contentTerms(word).map((term) => [term, partOf(word, tags)] as const)),
  );
}

function partOf(word: string, tags: readonly string[]): PartOfSpeech {
  if (/\p{N}/u.test(word) || tags.includes('Noun') || tags.includes('Value')) return 'noun';
  if (tags.includes('Adjective')) return 'adjective';
  return tags.includes('Verb') ? 'verb' : 'other';
}
