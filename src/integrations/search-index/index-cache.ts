import { chmodSync, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import type { IndexedPassage, IndexedRevision, VectorSpace } from '@amks/search-engine/engine.types.js';
import type { OrganizationIndex } from '@amks/search-engine/organization-index.js';
import { shadowIndexOf, type IndexOperations, type PositionedAnswer } from './index-protocol.js';
import type { IndexQuery } from '@amks/search-engine/index-query.js';

export interface IndexEngine {
  create(space: VectorSpace): OrganizationIndex;
  /** Null without a snapshot. @throws Error if it cannot be used */
  load(folder: string): OrganizationIndex | null;
}

export interface IndexCacheOptions {
  /** Has a folder for each organization. */
  folder: string;
  /** Above this, the least recently used index is evicted. A single larger index is kept. */
  memoryBytes: number;
  engine: IndexEngine;
  /** Called with errors of snapshots, which cost time but no data. */
  onSnapshotError: (message: string) => void;
}

interface CachedIndex {
  index: OrganizationIndex;
  /** Null while the index is new and empty. */
  position: number | null;
  /** The unfinished revision, and the number of its passages. */
  pending: { id: string; count: number } | null;
  /** Time of the first unsaved change, in milliseconds since 1970; null if saved. */
  changedAt: number | null;
  needsMaintenance: boolean;
  usedAt: Date;
}

const NOTHING = { hits: [], corrections: [], readable: 0, timings: { keyword_ms: 0, semantic_ms: 0, fusion_ms: 0 } };

/**
 * Loaded indexes, limited by memory: the least recently used one is saved and unloaded. Shadow indexes are not saved. Snapshots are
 * compared by text versions, not by position, because the database may have been restored from a backup.
 */
export class IndexCache implements IndexOperations {
  /** Least recently used first. */
  private readonly indexes = new Map<string, CachedIndex>();

  constructor(private readonly options: IndexCacheOptions) {}

  ping(): void {
    // A reply is enough.
  }

  /** Creates an index unless there is one. Returns the vector space of the existing index. */
  prepare(organizationId: string, space: VectorSpace): VectorSpace {
    const known = this.find(organizationId);
    if (known) return known.index.space;
    this.add(organizationId, this.options.engine.create(space), null);
    return space;
  }

  /** Replaces the index by its shadow index. @throws Error without one, for example after a crash of the thread */
  replace(organizationId: string): void {
    const made = this.open(shadowIndexOf(organizationId));
    this.indexes.delete(shadowIndexOf(organizationId));
    this.indexes.set(organizationId, made);
    this.noteChange(made);
  }

  /** Position of the index; null without an index in memory or snapshot. */
  position(organizationId: string): number | null {
    return this.find(organizationId)?.position ?? null;
  }

  /** Loads an index in advance. Returns false if memory is full. */
  warm(organizationId: string): boolean {
    if (this.bytes >= this.options.memoryBytes) return false;
    this.find(organizationId);
    return this.bytes < this.options.memoryBytes;
  }

  /** Text versions of the given revisions that the index has. */
  textVersions(organizationId: string, revisionIds: string[]): Map<string, string> {
    const index = this.find(organizationId)?.index;
    const versions = revisionIds.map((id) => [id, index?.textVersionOf(id)] as const);
    return new Map(versions.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  }

  /** Adds passages of an unfinished revision. An index has one at a time. */
  append(organizationId: string, revision: IndexedRevision, passages: IndexedPassage[]): void {
    const cached = this.open(organizationId);
    if (cached.pending?.id !== revision.id) cached.pending = { id: revision.id, count: 0 };
    cached.index.append(revision, passages);
    cached.pending.count += passages.length;
  }

  /** Replaces the revision by the appended passages. @param count expected. @throws Error for fewer: the thread was restarted */
  commit(organizationId: string, revision: IndexedRevision, count: number): void {
    const cached = this.open(organizationId);
    const there = cached.pending?.id === revision.id ? cached.pending.count : 0;
    if (there !== count) this.discard(organizationId);
    if (there !== count) throw new Error(`${there} of ${count} passages are there`);
    cached.pending = null;
    cached.index.finish(revision);
    this.noteChange(cached);
    this.makeRoom(organizationId);
  }

  discard(organizationId: string): void {
    const cached = this.indexes.get(organizationId);
    if (!cached) return;
    cached.pending = null;
    cached.index.discard();
  }

  /** Updates metadata and removes revisions, atomically for searches. */
  describe(organizationId: string, revisions: IndexedRevision[], removed: string[]): void {
    const cached = this.open(organizationId);
    for (const revision of revisions) cached.index.describe(revision);
    for (const id of removed) cached.index.remove(id);
    this.noteChange(cached);
  }

  setPosition(organizationId: string, position: number): void {
    const cached = this.open(organizationId);
    cached.position = position;
    cached.index.position = position;
  }

  search(organizationId: string, query: IndexQuery): PositionedAnswer {
    const cached = this.find(organizationId);
    if (!cached) return { ...NOTHING, position: null, model: null };
    const { index, position } = cached;
    const { model, dimensions } = index.space;
    // The vector belongs to another model. The caller sees the model in the answer and asks again.
    const vector = query.vector?.length === dimensions ? query.vector : null;
    return { ...index.search({ ...query, vector }), position, model };
  }

  count(organizationId: string): number {
    return this.find(organizationId)?.index.passages ?? 0;
  }

  drop(organizationId: string): void {
    this.indexes.delete(organizationId);
    if (!isShadowIndex(organizationId)) rmSync(this.folderOf(organizationId), { recursive: true, force: true });
  }

  /** One bounded step of maintenance. Returns false if there is nothing to do. */
  maintain(): boolean {
    for (const cached of this.indexes.values()) {
      if (!cached.needsMaintenance) continue;
      cached.needsMaintenance = cached.index.maintain();
      return true;
    }
    return false;
  }

  /** Saves one index that changed before `before`. Returns false without one. */
  save(before = Infinity): boolean {
    for (const [organizationId, cached] of this.indexes) {
      if (cached.changedAt === null || cached.changedAt > before || isShadowIndex(organizationId)) continue;
      this.saveOne(organizationId, cached);
      return true;
    }
    return false;
  }

  /** Stores the times of last use for the next start. */
  recordUse(): void {
    for (const [organizationId, { usedAt }] of this.indexes)
      if (!isShadowIndex(organizationId)) this.touch(organizationId, usedAt);
  }

  private get bytes(): number {
    let sum = 0;
    for (const { index } of this.indexes.values()) sum += index.bytes;
    return sum;
  }

  /** @throws Error if the index was not prepared, or lost with the thread */
  private open(organizationId: string): CachedIndex {
    const found = this.find(organizationId);
    if (!found) throw new Error('there is no such index');
    return found;
  }

  private find(organizationId: string): CachedIndex | null {
    const known = this.indexes.get(organizationId);
    if (known) {
      // Moves it to the end of the order.
      this.indexes.delete(organizationId);
      this.indexes.set(organizationId, known);
      known.usedAt = new Date();
      return known;
    }
    const loaded = isShadowIndex(organizationId) ? null : this.load(organizationId);
    return loaded && this.add(organizationId, loaded, 0);
  }

  /** A damaged snapshot is treated as missing: the index is rebuilt. */
  private load(organizationId: string): OrganizationIndex | null {
    const folder = this.folderOf(organizationId);
    try {
      return this.options.engine.load(folder);
    } catch (error) {
      this.options.onSnapshotError(`the search index of ${organizationId} could not be loaded: ${String(error)}`);
      return null;
    }
  }

  private add(organizationId: string, index: OrganizationIndex, position: number | null): CachedIndex {
    const needsMaintenance = position !== null;
    const cached: CachedIndex = {
      index,
      position,
      pending: null,
      changedAt: null,
      needsMaintenance,
      usedAt: new Date(),
    };
    this.indexes.set(organizationId, cached);
    this.makeRoom(organizationId);
    return cached;
  }

  private noteChange(cached: CachedIndex): void {
    cached.position ??= 0;
    cached.changedAt ??= Date.now();
    cached.needsMaintenance = true;
  }

  /** Evicts indexes until the rest fits, except the one in use and those with an unfinished revision. */
  private makeRoom(inUse: string): void {
    for (const [organizationId, cached] of this.indexes) {
      if (this.bytes <= this.options.memoryBytes) return;
      if (organizationId === inUse || cached.pending !== null || isShadowIndex(organizationId)) continue;
      if (cached.changedAt !== null) this.saveOne(organizationId, cached);
      this.touch(organizationId, cached.usedAt);
      this.indexes.delete(organizationId);
    }
  }

  private saveOne(organizationId: string, cached: CachedIndex): void {
    const folder = this.folderOf(organizationId);
    try {
      // Snapshots contain the texts of all documents.
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
      cached.index.save(folder);
      cached.changedAt = null;
    } catch (error) {
      cached.changedAt = Date.now();
      this.options.onSnapshotError(`the search index of ${organizationId} could not be saved: ${String(error)}`);
    }
  }

  private touch(organizationId: string, usedAt: Date): void {
    const folder = this.folderOf(organizationId);
    if (statSync(folder, { throwIfNoEntry: false })) utimesSync(folder, usedAt, usedAt);
  }

  /** @throws Error if it is not an id, to prevent path traversal */
  private folderOf(organizationId: string): string {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(organizationId)) throw new Error('not an id of an organization');
    return path.join(this.options.folder, organizationId);
  }
}

function isShadowIndex(name: string): boolean {
  return name.endsWith(shadowIndexOf(''));
}
