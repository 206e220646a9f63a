import type { IndexedPassage, IndexedRevision, VectorSpace } from './engine/engine.types.js';
import type { IndexAnswer, IndexQuery } from './index-query.js';

/** An answer, how far the index had come that gave it, and whose vectors it compares; null when nothing is held. */
export type PositionedAnswer = IndexAnswer & { position: number | null; model: string | null };

/** Name of the index that is made beside an organization's, to take its place. */
export function besideOf(organizationId: string): string {
  return `${organizationId}+`;
}

/** What the thread of the search index is started with. */
export interface IndexWorkerData {
  folder: string;
  memoryBytes: number;
}

/**
 * What the thread does, each named by its method; first comes the index: that of an organization, by its id, or the one
 * {@link besideOf} it.
 */
export interface IndexOperations {
  ping(): void;
  prepare(organizationId: string, space: VectorSpace): VectorSpace;
  replace(organizationId: string): void;
  position(organizationId: string): number | null;
  warm(organizationId: string): boolean;
  textVersions(organizationId: string, revisionIds: string[]): Map<string, string>;
  append(organizationId: string, revision: IndexedRevision, passages: IndexedPassage[]): void;
  commit(organizationId: string, revision: IndexedRevision, count: number): void;
  discard(organizationId: string): void;
  describe(organizationId: string, revisions: IndexedRevision[], removed: string[]): void;
  settle(organizationId: string, position: number): void;
  search(organizationId: string, query: IndexQuery): PositionedAnswer;
  count(organizationId: string): number;
  drop(organizationId: string): void;
}

export type IndexOperation = keyof IndexOperations;

export interface IndexRequest<Operation extends IndexOperation = IndexOperation> {
  id: number;
  operation: Operation;
  arguments: Parameters<IndexOperations[Operation]>;
}

/** What the thread sends: the answer to a request, or what it wants the log to know. */
export type IndexReply = { id: number; result: unknown } | { id: number; error: string } | { trouble: string };
