import type { VectorSpace } from './engine/engine.types.js';
import type { OrganizationIndex } from './engine/organization-index.js';

/** Makes and loads the index of one organization. */
export interface IndexEngine {
  create(space: VectorSpace): OrganizationIndex;
  /** Null when there is no snapshot. @throws Error when it cannot be used */
  load(folder: string): OrganizationIndex | null;
}

export interface HeldIndexesOptions {
  /** Holds a folder for each organization. */
  folder: string;
  /** Beyond it the index used longest ago is put away. One that is larger by itself is held all the same. */
  memoryBytes: number;
  engine: IndexEngine;
  /** Told what went wrong with a snapshot: nothing is lost by it but time. */
  onTrouble: (message: string) => void;
}

/** One index in memory. */
export interface Held {
  index: OrganizationIndex;
  /** Null while nothing was put into it and there was no snapshot. */
  position: number | null;
  /** The revision that is not complete yet, and how many of its passages are there. */
  arriving: { id: string; count: number } | null;
  /** Of the first change that no snapshot has; null when there is none. Milliseconds since 1970. */
  changedAt: number | null;
  isUntidy: boolean;
  usedAt: Date;
}
