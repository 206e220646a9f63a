/** Those who ask within this time share a look at the database. Milliseconds. */
const SHARED_MS = 50;

/** Keys remembered; those of the last moment are what counts. */
const MAX_KNOWN = 1_000;

/** Something that every search has to know of the database, looked up at most twenty times a second for each key. */
export class SharedLooks<Asked, Seen> {
  private readonly looks = new Map<string, { at: number; seen: Promise<Seen> }>();

  constructor(
    private readonly look: (asked: Asked) => Promise<Seen>,
    private readonly keyOf: (asked: Asked) => string,
  ) {}

  /** @param isFresh what was committed before the call counts, whatever others have seen a moment ago */
  get(asked: Asked, { isFresh = false } = {}): Promise<Seen> {
    const key = this.keyOf(asked);
    const known = this.looks.get(key);
    if (known && !isFresh && performance.now() - known.at < SHARED_MS) return known.seen;
    if (this.looks.size >= MAX_KNOWN) this.looks.clear();
    const seen = this.look(asked);
    this.looks.set(key, { at: performance.now(), seen });
    seen.catch(() => this.forget(asked));
    return seen;
  }

  forget(asked: Asked): void {
    this.looks.delete(this.keyOf(asked));
  }
}
