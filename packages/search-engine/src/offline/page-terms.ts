import { extractIdentifiers, identifierTerms, ownNumberTerms } from '@amks/language/identifiers/identifiers.js';
import { analyzeTerms } from '@amks/language/terms/text-analysis.js';

/** Terms of identifiers begin with it, so that they are no words. */
export const IDENTIFIER_MARK = '#';

/** What each page of a document is also found by. */
export interface IndexedDocument {
  title: string;
  document_number: string | null;
}

/** Terms that each page of a document has. */
export function documentTerms({ title, document_number }: IndexedDocument): string[] {
  return [...analyzeTerms(title), ...ownNumberTerms(document_number ?? '').map((term) => IDENTIFIER_MARK + term)];
}

/** Terms of a page with their counts: those of the words, and of the identifiers. */
export function pageTerms(text: string, ofDocument: readonly string[]): { counts: Map<string, number>; words: number } {
  const counts = new Map<string, number>();
  const words = analyzeTerms(text);
  const identifiers = new Set(extractIdentifiers(text).flatMap(identifierTerms));
  for (const term of [...ofDocument, ...words]) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const term of identifiers) counts.set(IDENTIFIER_MARK + term, 1);
  return { counts, words: words.length };
}
