import { cutText } from '@amks/language/text/cut-text.js';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import type { DocumentRow } from '../../documents/document.service.js';
import { identifierKey, wordsKey, wordStarts } from './search-key.js';

export type TermKind = 'title' | 'document_number' | 'heading' | 'part_number' | 'task_number';

/** A completion or name, with one of the keys that find it. */
export interface SearchTerm {
  kind: TermKind;
  key: string;
  text: string;
  /** Index of the word at which the key begins. */
  word: number;
  page_number: number | null;
  /** Number of passages with it. */
  uses: number;
}

export interface Mention {
  text: string;
  /** First page with it. */
  page_number: number;
  uses: number;
}

const MAX_TEXT = 200;
const ATA_NUMBER = /^\d\d-\d\d-\d\d$/u;
const TASK_NUMBER = /^\d\d-\d\d-\d\d-/u;

/** Terms of the document's metadata. */
export function termsOfDocument({
  title,
  document_number,
}: Pick<DocumentRow, 'title' | 'document_number'>): SearchTerm[] {
  const whole = { page_number: null, uses: 1 };
  const number = document_number ?? '';
  const keys = new Set([identifierKey(number), wordsKey(number)].filter((key) => key !== ''));
  return [
    ...wordStarts(title).map((start) => ({ kind: 'title' as const, text: cut(title), ...start, ...whole })),
    ...[...keys].map((key) => ({ kind: 'document_number' as const, key, text: cut(number), word: 0, ...whole })),
  ];
}

/** Terms of headings and identifiers. Plain ATA numbers in headings name nothing. */
export function termsOfRevision(headings: readonly Mention[], identifiers: readonly Mention[]): SearchTerm[] {
  const inHeadings = headings.flatMap(({ text, ...place }) =>
    extractIdentifiers(text).map((identifier) => ({ text: identifier, ...place })),
  );
  const mentions = new Map([...inHeadings, ...identifiers].reverse().map((mention) => [mention.text, mention]));
  return [
    ...headings.flatMap(({ text, ...place }) =>
      wordStarts(text).map((start) => ({ kind: 'heading' as const, text: cut(text), ...start, ...place })),
    ),
    ...[...mentions.values()].flatMap(({ text, ...place }) => {
      const key = identifierKey(text);
      if (key === '' || ATA_NUMBER.test(text)) return [];
      const kind = TASK_NUMBER.test(text) ? ('task_number' as const) : ('part_number' as const);
      return [{ kind, key, text, word: 0, ...place }];
    }),
  ];
}

function cut(text: string): string {
  return cutText(text, MAX_TEXT);
}
