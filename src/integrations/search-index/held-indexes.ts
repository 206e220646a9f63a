import { chmodSync, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import type { IndexedPassage, IndexedRevision, VectorSpace } from './engine/engine.types.js';
import type { OrganizationIndex } from './engine/organization-index.js';
import type { Held, HeldIndexesOptions } from './held-indexes.types.js';
import { besideOf, type IndexOperations, type PositionedAnswer } from './index-protocol.js';
import type { IndexQuery } from './index-query.js';

const NOTHING = { hits: [], corrections: [], readable: 0, timings: { keyword_ms: 0, semantic_ms: 0, fusion_ms: 0 } };

/**
 * The indexes of the organizations that are searched, as far as they fit into memory. Each is loaded from its snapshot
 * when it is asked for; the one used longest ago goes, after it was saved. One that is made beside another, to take its
 * place, is held until it does, and never saved before.
 *
 * What a snapshot holds is told by the text versions in it and not by its position, which is 0 after loading: the
 * database may have been set back to an older backup since.
 */
export class HeldIndexes implements IndexOperations {
  /** Used longest ago first. */
  private readonly held = new Map<string, Held>();

  constructor(private readonly options: HeldIndexesOptions) {}

  ping(): void {
    // To be answered is all that is asked.
  }

  /** Makes an empty index where there is none. Answers what vectors the one takes that is there. */
  prepare(organizationId: string, space: VectorSpace): VectorSpace {
    const known = this.find(organizationId);
    if (known) return known.index.space;
    this.hold(organizationId, this.options.engine.create(space), null);
    return space;
  }

  /** Puts the index beside the organization's in its place. @throws Error when there is none, lost with another thread */
  replace(organizationId: string): void {
    const made = this.open(besideOf(organizationId));
    this.held.delete(besideOf(organizationId));
    this.held.set(organizationId, made);
    this.noteChange(made);
  }

  /** How far the organization's index has come; null when nothing of it is held, in memory or as a snapshot. */
  position(organizationId: string): number | null {
    return this.find(organizationId)?.position ?? null;
  }

  /** Loads an index ahead of being asked; false, and nothing is loaded, once there is no room. */
  warm(organizationId: string): boolean {
    if (this.bytes >= this.options.memoryBytes) return false;
    this.find(organizationId);
    return this.bytes < this.options.memoryBytes;
  }

  /** Versions of those of the revisions that the index holds. */
  textVersions(organizationId: string, revisionIds: string[]): Map<string, string> {
    const index = this.find(organizationId)?.index;
    const versions = revisionIds.map((id) => [id, index?.textVersionOf(id)] as const);
    return new Map(versions.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  }

  /** Takes passages of a revision that is not complete yet, and is the only one of its organization that is not. */
  append(organizationId: string, revision: IndexedRevision, passages: IndexedPassage[]): void {
    const held = this.open(organizationId);
    if (held.arriving?.id !== revision.id) held.arriving = { id: revision.id, count: 0 };
    held.index.append(revision, passages);
    held.arriving.count += passages.length;
  }

  /**
   * Puts what was appended in the place of all that the index has of the revision.
   *
   * @param count of the passages. @throws Error when there are not as many: some were lost with another thread
   */
  commit(organizationId: string, revision: IndexedRevision, count: number): void {
    const held = this.open(organizationId);
    const there = held.arriving?.id === revision.id ? held.arriving.count : 0;
    if (there !== count) this.discard(organizationId);
    if (there !== count) throw new Error(`${there} of ${count} passages are there`);
    held.arriving = null;
    held.index.finish(revision);
    this.noteChange(held);
    this.makeRoom(organizationId);
  }

  /** Forgets what was appended. */
  discard(organizationId: string): void {
    const held = this.held.get(organizationId);
    if (!held) return;
    held.arriving = null;
    held.index.discard();
  }

  /** What is said of revisions whose words are the same, and those that are no more: all of it between two searches. */
  describe(organizationId: string, revisions: IndexedRevision[], removed: string[]): void {
    const held = this.open(organizationId);
    for (const revision of revisions) held.index.describe(revision);
    for (const id of removed) held.index.remove(id);
    this.noteChange(held);
  }

  settle(organizationId: string, position: number): void {
    const held = this.open(organizationId);
    held.position = position;
    held.index.position = position;
  }

  search(organizationId: string, query: IndexQuery): PositionedAnswer {
    const held = this.find(organizationId);
    if (!held) return { ...NOTHING, position: null, model: null };
    const { index, position } = held;
    const { model, dimensions } = index.space;
    // Of a model that was searched with before, or will be: the caller is told, and asks again.
    const vector = query.vector?.length === dimensions ? query.vector : null;
    return { ...index.search({ ...query, vector }), position, model };
  }

  count(organizationId: string): number {
    return this.find(organizationId)?.index.passages ?? 0;
  }

  drop(organizationId: string): void {
    this.held.delete(organizationId);
    if (!isBeside(organizationId)) rmSync(this.folderOf(organizationId), { recursive: true, force: true });
  }

  /** One bounded step of bringing an index in order; false when there is nothing to do. */
  tidy(): boolean {
    for (const held of this.held.values()) {
      if (!held.isUntidy) continue;
      held.isUntidy = held.index.tidy();
      return true;
    }
    return false;
  }

  /** Saves the index that waits longest for it, if one changed before `before`; false when there is none. */
  save(before = Infinity): boolean {
    for (const [organizationId, held] of this.held) {
      if (held.changedAt === null || held.changedAt > before || isBeside(organizationId)) continue;
      this.saveOne(organizationId, held);
      return true;
    }
    return false;
  }

  /** Remembers when each was used, for the next start. */
  recordUse(): void {
    for (const [organizationId, { usedAt }] of this.held)
      if (!isBeside(organizationId)) this.touch(organizationId, usedAt);
  }

  private get bytes(): number {
    let sum = 0;
    for (const { index } of this.held.values()) sum += index.bytes;
    return sum;
  }

  /** @throws Error when there is none: nobody prepared it, or it was lost with another thread */
  private open(organizationId: string): Held {
    const found = this.find(organizationId);
    if (!found) throw new Error('there is no such index');
    return found;
  }

  /** Null when nothing is held, in memory or as a snapshot. */
  private find(organizationId: string): Held | null {
    const known = this.held.get(organizationId);
    if (known) {
      // To the end of the order.
      this.held.delete(organizationId);
      this.held.set(organizationId, known);
      known.usedAt = new Date();
      return known;
    }
    const loaded = isBeside(organizationId) ? null : this.load(organizationId);
    return loaded && this.hold(organizationId, loaded, 0);
  }

  /** Whatever is wrong with a snapshot, it is as if there were none: the index is made anew. */
  private load(organizationId: string): OrganizationIndex | null {
    const folder = this.folderOf(organizationId);
    try {
      return this.options.engine.load(folder);
    } catch (error) {
      this.options.onTrouble(`the search index of ${organizationId} could not be loaded: ${String(error)}`);
      return null;
    }
  }

  private hold(organizationId: string, index: OrganizationIndex, position: number | null): Held {
    const isUntidy = position !== null;
    const held: Held = { index, position, arriving: null, changedAt: null, isUntidy, usedAt: new Date() };
    this.held.set(organizationId, held);
    this.makeRoom(organizationId);
    return held;
  }

  private noteChange(held: Held): void {
    held.position ??= 0;
    held.changedAt ??= Date.now();
    held.isUntidy = true;
  }

  /** Puts indexes away until the rest fits, never the one in use nor one that a revision is being put into. */
  private makeRoom(inUse: string): void {
    for (const [organizationId, held] of this.held) {
      if (this.bytes <= this.options.memoryBytes) return;
      if (organizationId === inUse || held.arriving !== null || isBeside(organizationId)) continue;
      if (held.changedAt !== null) this.saveOne(organizationId, held);
      this.touch(organizationId, held.usedAt);
      this.held.delete(organizationId);
    }
  }

  private saveOne(organizationId: string, held: Held): void {
    const folder = this.folderOf(organizationId);
    try {
      // The texts of all documents are in it.
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
      held.index.save(folder);
      held.changedAt = null;
    } catch (error) {
      held.changedAt = Date.now();
      this.options.onTrouble(`the search index of ${organizationId} could not be saved: ${String(error)}`);
    }
  }

  private touch(organizationId: string, usedAt: Date): void {
    const folder = this.folderOf(organizationId);
    if (statSync(folder, { throwIfNoEntry: false })) utimesSync(folder, usedAt, usedAt);
  }

  /** @throws Error for what is no id, which could lead anywhere */
  private folderOf(organizationId: string): string {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(organizationId)) throw new Error('not an id of an organization');
    return path.join(this.options.folder, organizationId);
  }
}

function isBeside(name: string): boolean {
  return name.endsWith(besideOf(''));
}
