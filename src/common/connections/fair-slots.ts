export interface SlotLimits {
  per_holder: number;
  total: number;
}

/**
 * Slots for users of whom only a holder is known, such as a client address. A newcomer always gets a slot. When its holder has
 * too many, the holder's oldest user is evicted; when all are taken, the oldest user of the largest holder is. So one holder
 * cannot keep out the others.
 */
export class FairSlots<User> {
  private readonly users = new Map<string, Set<User>>();
  private taken = 0;

  constructor(private readonly limits: SlotLimits) {}

  /** @returns the evicted user; null when there is room */
  take(holder: string, user: User): User | null {
    const own = this.users.get(holder) ?? new Set<User>();
    this.users.set(holder, own);
    if (own.has(user)) return null;
    own.add(user);
    this.taken += 1;
    if (own.size > this.limits.per_holder) return this.evictFrom(holder);
    return this.taken > this.limits.total ? this.evictFrom(this.largest()) : null;
  }

  release(holder: string, user: User): void {
    const own = this.users.get(holder);
    if (!own?.delete(user)) return;
    this.taken -= 1;
    if (own.size === 0) this.users.delete(holder);
  }

  private evictFrom(holder: string): User | null {
    const [oldest = null] = this.users.get(holder) ?? [];
    if (oldest !== null) this.release(holder, oldest);
    return oldest;
  }

  private largest(): string {
    let [largest, most] = ['', 0];
    for (const [holder, { size }] of this.users) if (size > most) [largest, most] = [holder, size];
    return largest;
  }
}
