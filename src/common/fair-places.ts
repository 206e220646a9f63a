/** How many places there are. */
export interface PlaceLimits {
  per_holder: number;
  total: number;
}

/**
 * Places for guests of whom nothing is known but their holder, such as a client address. A newcomer always gets one: when its
 * holder has too many, the holder's oldest guest leaves; when all are taken, the oldest guest of the holder with the most. So
 * one holder cannot keep the others out, and among equals the slowest leaves.
 */
export class FairPlaces<Guest> {
  private readonly guests = new Map<string, Set<Guest>>();
  private taken = 0;

  constructor(private readonly limits: PlaceLimits) {}

  /** Gives the guest a place. @returns the guest who loses theirs for it; null when there is room */
  take(holder: string, guest: Guest): Guest | null {
    const own = this.guests.get(holder) ?? new Set<Guest>();
    this.guests.set(holder, own);
    if (own.has(guest)) return null;
    own.add(guest);
    this.taken += 1;
    if (own.size > this.limits.per_holder) return this.evictFrom(holder);
    return this.taken > this.limits.total ? this.evictFrom(this.largest()) : null;
  }

  /** Gives up the guest's place, if it still has one. */
  leave(holder: string, guest: Guest): void {
    const own = this.guests.get(holder);
    if (!own?.delete(guest)) return;
    this.taken -= 1;
    if (own.size === 0) this.guests.delete(holder);
  }

  private evictFrom(holder: string): Guest | null {
    const [oldest = null] = this.guests.get(holder) ?? [];
    if (oldest !== null) this.leave(holder, oldest);
    return oldest;
  }

  private largest(): string {
    let [largest, most] = ['', 0];
    for (const [holder, { size }] of this.guests) if (size > most) [largest, most] = [holder, size];
    return largest;
  }
}
