import { libraryOf } from '../visibility/audience.js';
import type { IndexedPassage, IndexedRevision, VectorSpace } from '../engine.types.js';
import { Library } from './library.js';
import { Vocabulary } from '../segments/vocabulary.js';

/** Measured memory of a term with its map entries. */
const BYTES_OF_TERM = 120;

/** The libraries of an organization, one per audience. They share only term numbers, so no audience reveals anything of another. */
export class LibrarySet {
  readonly vocabulary = new Vocabulary();
  readonly byAudience = new Map<string, Library>();
  /** Library by revision, since there may be thousands of teams. */
  private readonly holders = new Map<string, Library>();
  private pending: Library | null = null;

  constructor(readonly space: VectorSpace) {}

  open(audience: string): Library {
    const known = this.byAudience.get(audience);
    if (known) return known;
    const made = new Library(this.space, this.vocabulary, audience, this.holders);
    this.byAudience.set(audience, made);
    return made;
  }

  find(revisionId: string): IndexedRevision | null {
    return this.holderOf(revisionId)?.find(revisionId)?.revision ?? null;
  }

  get passages(): number {
    return this.sum(({ alive }) => alive);
  }

  /** Estimated memory. */
  get bytes(): number {
    return this.sum(({ bytes }) => bytes) + this.vocabulary.size * BYTES_OF_TERM;
  }

  append(revision: IndexedRevision, passages: readonly IndexedPassage[]): void {
    const library = this.open(libraryOf(revision));
    if (library !== this.pending) this.discard();
    this.pending = library;
    library.append(revision, passages);
  }

  finish(revision: IndexedRevision): void {
    const library = this.open(libraryOf(revision));
    if (library !== this.pending) this.discard();
    this.pending = null;
    const before = this.holderOf(revision.id);
    library.finish(revision);
    if (before && before !== library) before.detach(revision.id);
  }

  discard(): void {
    this.pending?.discard();
    this.pending = null;
  }

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

  /** One bounded step of maintenance. Returns true if there may be more. */
  maintain(): boolean {
    for (const [audience, library] of this.byAudience) {
      if (library.maintain()) return true;
      if (library.isEmpty && library !== this.pending) this.byAudience.delete(audience);
    }
    return false;
  }

  private holderOf(revisionId: string): Library | null {
    return this.holders.get(revisionId) ?? null;
  }

  private sum(of: (library: Library) => number): number {
    return [...this.byAudience.values()].reduce((sum, library) => sum + of(library), 0);
  }
}
