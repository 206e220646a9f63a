import type { ExtractedPage, ExtractedDocument } from '../document/document.types.js';

/** The language of the pages read so far. */
export interface LanguageState {
  /** Prose of the first pages; empty once the language is decided. */
  sample: string;
  /** A BCP 47 tag; null if the text does not show it. Absent until decided. */
  decided?: string | null;
}

export const INITIAL_LANGUAGE: LanguageState = { sample: '' };

/** Characters of prose that decide. */
const ENOUGH = 2_000;
/** Characters that decide at the end of a shorter document. */
const LEAST = 150;
/** The same for scripts of a single language. */
const LEAST_OF_SCRIPT = 20;
/**
 * Greatest likeness to English of a text in another language, relative to that language. Of 10,800 English samples of 150 characters, 196
 * resemble another language more than English, all of them by less than this.
 */
const MOST_ENGLISH = 0.9;

const PROSE = new Set(['paragraph', 'list_item', 'warning', 'caution', 'note']);
const SHARED_SCRIPT = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}]/gu;

/** Collects the prose of a page until there is enough of it. */
export async function observeLanguage(state: LanguageState, { blocks }: ExtractedPage): Promise<LanguageState> {
  if (state.decided !== undefined) return state;
  let { sample } = state;
  for (const { kind, text } of blocks) {
    if (sample.length >= ENOUGH) break;
    // Repeated sentences make all languages look alike.
    const part = `${text.slice(0, ENOUGH)}\n`;
    if (PROSE.has(kind) && !sample.includes(part)) sample += part;
  }
  return sample.length < ENOUGH ? { sample } : { sample: '', decided: await detectLanguage(sample) };
}

/** The language of the text; what the file declares if the text does not tell, or says the same with less detail. */
export async function languageOf(
  { language: declared }: ExtractedDocument,
  { sample, decided }: LanguageState = INITIAL_LANGUAGE,
): Promise<string | null> {
  const detected = decided === undefined ? await detectLanguage(sample) : decided;
  const isSame = declared?.split(/[-_]/, 1)[0]!.toLowerCase() === detected;
  return detected === null || isSame ? declared : detected;
}

/** The BCP 47 tag of the language, without region; null if the text is too short or could be English or another language. */
export async function detectLanguage(text: string): Promise<string | null> {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const shared = text.match(SHARED_SCRIPT)?.length ?? 0;
  if (letters < LEAST_OF_SCRIPT || (text.length < LEAST && shared * 2 > letters)) return null;
  const { francAll } = await import('franc-min');
  const found = francAll(text, { minLength: 1 });
  const [best] = found[0]!;
  const english = found.find(([code]) => code === 'eng')?.[1] ?? 0;
  if (best === 'und' || (best !== 'eng' && english > MOST_ENGLISH)) return null;
  // The shortest code: `de` for `deu`.
  return new Intl.Locale(best).language;
}
