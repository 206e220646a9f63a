import { libraryOf } from './audience.js';
import type { IndexedPassage, IndexedRevision, VectorSpace } from './engine.types.js';
import { Library } from './library.js';
import { Vocabulary } from './vocabulary.js';

/** Memory of a term, its number and its places in the maps. Measured, about. */
const BYTES_OF_TERM = 120;

/**
 * All that an organization has to be searched: a library for each audience. They share the numbers of terms and nothing
 * else, so that frequencies, spellings and neighbors of one audience say nothing of another's documents.
 */
export class Holdings {
  readonly vocabulary = new Vocabulary();
  readonly libraries = new Map<string, Library>();
  /** Which library has a revision: with thousands of teams not all of them are asked. */
  private readonly holders = new Map<string, Library>();
  /** The library that a revision is being put into. */
  private arriving: Library | null = null;

  constructor(readonly space: VectorSpace) {}

  /** The library of an audience; an empty one when it has none yet. */
  open(audience: string): Library {
    const known = this.libraries.get(audience);
    if (known) return known;
    const made = new Library(this.space, this.vocabulary, audience, this.holders);
    this.libraries.set(audience, made);
    return made;
  }

  /** Null when the revision is not known. */
  find(revisionId: string): IndexedRevision | null {
    return this.holderOf(revisionId)?.find(revisionId)?.revision ?? null;
  }

  /** Passages of revisions that are there. */
  get passages(): number {
    return this.sum(({ alive }) => alive);
  }

  /** Memory that all of it holds, about. */
  get bytes(): number {
    return this.sum(({ bytes }) => bytes) + this.vocabulary.size * BYTES_OF_TERM;
  }

  /** See {@link Library.append}. */
  append(revision: IndexedRevision, passages: readonly IndexedPassage[]): void {
    const library = this.open(libraryOf(revision));
    if (library !== this.arriving) this.discard();
    this.arriving = library;
    library.append(revision, passages);
  }

  /** See {@link Library.finish}. What another audience had of the revision goes. */
  finish(revision: IndexedRevision): void {
    const library = this.open(libraryOf(revision));
    if (library !== this.arriving) this.discard();
    this.arriving = null;
    const before = this.holderOf(revision.id);
    library.finish(revision);
    if (before && before !== library) before.giveAway(revision.id);
  }

  discard(): void {
    this.arriving?.discard();
    this.arriving = null;
  }

  /** Takes over what is said of a revision now, which may open it to another audience; false when it is not known. */
  describe(revision: IndexedRevision): boolean {
    const holder = this.holderOf(revision.id);
    if (!holder) return false;
    const library = this.open(libraryOf(revision));
    if (holder === library) holder.find(revision.id)!.revision = revision;
    else library.adopt(revision, holder);
    return true;
  }

  remove(revisionId: string): void {
    this.holderOf(revisionId)?.remove(revisionId);
  }

  /** One bounded step of housekeeping; true when there may be more to do. */
  tidy(): boolean {
    for (const [audience, library] of this.libraries) {
      if (library.tidy()) return true;
      if (library.isEmpty && library !== this.arriving) this.libraries.delete(audience);
    }
    return false;
  }

  private holderOf(revisionId: string): Library | null {
    return this.holders.get(revisionId) ?? null;
  }

  private sum(of: (library: Library) => number): number {
    return [...this.libraries.values()].reduce((sum, library) => sum + of(library), 0);
  }
}
