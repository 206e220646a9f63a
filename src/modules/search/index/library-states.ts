import type { LibraryState } from './index-source.repository.js';

/** Searches within this time share one query. Milliseconds. */
const SHARED_MS = 50;

/** Organizations remembered, most recent first. */
const MAX_KNOWN = 1_000;

/** Positions of the organizations' libraries, queried at most twenty times a second each. */
export class LibraryStates {
  private readonly reads = new Map<string, { at: number; state: Promise<LibraryState | null> }>();

  constructor(private readonly read: (organizationId: string) => Promise<LibraryState | null>) {}

  /** @param isFresh includes everything committed before the call; never uses a shared query */
  get(organizationId: string, { isFresh = false } = {}): Promise<LibraryState | null> {
    const known = this.reads.get(organizationId);
    if (known && !isFresh && performance.now() - known.at < SHARED_MS) return known.state;
    if (this.reads.size >= MAX_KNOWN) this.reads.clear();
    const state = this.read(organizationId);
    this.reads.set(organizationId, { at: performance.now(), state });
    state.catch(() => this.forget(organizationId));
    return state;
  }

  forget(organizationId: string): void {
    this.reads.delete(organizationId);
  }
}
