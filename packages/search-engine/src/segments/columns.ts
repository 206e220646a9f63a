import { documentTypeName } from './document-type-names.js';
import { identifierTerms, ownNumberTerms } from '@amks/language/identifiers/identifiers.js';
import { analyze } from '@amks/language/terms/text-analysis.js';
import type { IndexedPassage, IndexedRevision } from '../engine.types.js';
import type { SegmentColumns } from './segment.js';
import { GAP, type Vocabulary } from './vocabulary.js';

/** Identifiers are separate terms: `#32-11-00` is not the word `32-11-00`. */
export function identifierKey(term: string): string {
  return `#${term}`;
}

/** Numbers of the document and task that a passage belongs to, as opposed to those it mentions. */
export function ownNumberKey(term: string): string {
  return `@${term}`;
}

/** The columns of new passages, numbered from `firstNumber`. */
export function columnsOf(
  passages: readonly IndexedPassage[],
  { title, document_type, document_number }: IndexedRevision,
  slot: number,
  firstNumber: number,
  vocabulary: Vocabulary,
  dimensions: number,
): SegmentColumns {
  const words = new Set<number>();
  const numbersOf = (text: string): number[] =>
    analyze(text).map(({ term, start, end }) => {
      const number = vocabulary.add(term);
      const word = vocabulary.keepWord(text.slice(start, end), number);
      if (word !== null) words.add(word);
      return number;
    });
  // A query may name the document type, which the title need not contain.
  const titleTokens = numbersOf(`${title} ${documentTypeName(document_type)}`);
  const documentTerms = ownNumberTerms(document_number ?? '');
  const tokens: number[] = [];
  const rows = passages.length;
  const columns = emptyColumns(rows, dimensions);
  passages.forEach(
    ({ id, page_number: page, section, body, conditions, identifiers, own_identifiers, vector }, row) => {
      columns.ids[row] = id;
      columns.numbers[row] = firstNumber + row;
      columns.revisions[row] = slot;
      columns.pages[row] = page;
      columns.starts[row] = tokens.length;
      append(tokens, titleTokens, [GAP], numbersOf(section), [GAP]);
      columns.bodies[row] = tokens.length;
      columns.prints[row] = printOf(`${body}\n${conditions}`);
      append(tokens, numbersOf(body), [GAP]);
      columns.identifiers[row] = tokens.length;
      const own = [...documentTerms, ...own_identifiers.flatMap(identifierTerms)];
      const keys = new Set([
        ...identifiers.flatMap(identifierTerms).map(identifierKey),
        ...own.flatMap((term) => [identifierKey(term), ownNumberKey(term)]),
      ]);
      append(
        tokens,
        [...keys].map((key) => vocabulary.add(key)),
      );
      if (vector) quantize(vector, columns, row, dimensions);
    },
  );
  columns.starts[rows] = tokens.length;
  columns.tokens = Uint32Array.from(tokens);
  columns.words = Uint32Array.from(words).sort();
  columns.runRows = Uint32Array.of(0);
  columns.runWords = Uint32Array.of(0, words.size);
  return columns;
}

/** Empty columns. Tokens, words and runs must be set by the caller. */
export function emptyColumns(rows: number, dimensions: number): SegmentColumns {
  return {
    ids: new Array<string>(rows),
    numbers: new Uint32Array(rows),
    revisions: new Uint32Array(rows),
    pages: new Uint32Array(rows),
    prints: new Float64Array(rows),
    tokens: new Uint32Array(0),
    starts: new Uint32Array(rows + 1),
    bodies: new Uint32Array(rows),
    identifiers: new Uint32Array(rows),
    vectors: new Int8Array(rows * dimensions),
    hasVector: new Uint8Array(rows),
    words: new Uint32Array(0),
    runRows: new Uint32Array(0),
    runWords: new Uint32Array(0),
  };
}

function quantize(vector: Float32Array, columns: SegmentColumns, row: number, dimensions: number): void {
  if (vector.length !== dimensions) throw new Error(`a vector of ${vector.length} dimensions, not ${dimensions}`);
  columns.hasVector[row] = 1;
  for (let i = 0; i < dimensions; i += 1) columns.vectors[row * dimensions + i] = Math.round(vector[i]! * 127);
}

/**
 * FNV-1a with two seeds, in the 52 bits that a double holds exactly. Only white space is normalized: signs, bounds and
 * capitals (`-15`, `≤ 2`, `MΩ`) make a different text, though terms ignore them.
 */
function printOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  const normalized = text.replace(/\s+/g, ' ');
  for (let at = 0; at < normalized.length; at += 1) {
    const code = normalized.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + 0x9e3779b9), 0x85ebca6b);
  }
  return (high & 0xfffff) * 2 ** 32 + (low >>> 0);
}

function append(target: number[], ...parts: (readonly number[])[]): void {
  for (const part of parts) for (const value of part) target.push(value);
}
