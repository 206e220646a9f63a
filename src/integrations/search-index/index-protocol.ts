import type { IndexedPassage, IndexedRevision, VectorSpace } from '@amks/search-engine/engine.types.js';
import type { IndexAnswer, IndexQuery } from '@amks/search-engine/index-query.js';

/** An answer with the index's position and model; both null without an index. */
export type PositionedAnswer = IndexAnswer & { position: number | null; model: string | null };

/** Name of the index that is built to replace the organization's. */
export function shadowIndexOf(organizationId: string): string {
  return `${organizationId}+`;
}

export interface IndexWorkerData {
  folder: string;
  memoryBytes: number;
}

/** Operations of the thread. The first argument names the index: an organization's id, or its {@link shadowIndexOf}. */
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
  setPosition(organizationId: string, position: number): void;
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

/** `trouble` is a message for the log. */
export type IndexReply = { id: number; result: unknown } | { id: number; error: string } | { trouble: string };
