import type { LibraryHead } from './index-source.repository.js';

/** Searches that come within this time share a look at the database. Milliseconds. */
const SHARED_MS = 50;

/** Organizations remembered; those of the last moment are what counts. */
const MAX_KNOWN = 1_000;

/** How far the organizations' libraries have come, looked up at most twenty times a second each. */
export class LibraryHeads {
  private readonly looks = new Map<string, { at: number; head: Promise<LibraryHead | null> }>();

  constructor(private readonly look: (organizationId: string) => Promise<LibraryHead | null>) {}

  /** @param isFresh what was committed before the call counts, whatever others have seen a moment ago */
  get(organizationId: string, { isFresh = false } = {}): Promise<LibraryHead | null> {
    const known = this.looks.get(organizationId);
    if (known && !isFresh && performance.now() - known.at < SHARED_MS) return known.head;
    if (this.looks.size >= MAX_KNOWN) this.looks.clear();
    const head = this.look(organizationId);
    this.looks.set(organizationId, { at: performance.now(), head });
    head.catch(() => this.forget(organizationId));
    return head;
  }

  forget(organizationId: string): void {
    this.looks.delete(organizationId);
  }
}
