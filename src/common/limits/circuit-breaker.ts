export interface BreakerOptions {
  /** Consecutive failures that open the circuit. */
  failures: number;
  /** Time for which the circuit stays open. Milliseconds. */
  restMs: number;
}

/** Refuses calls for a while after consecutive failures; then one call decides. Callers fail fast, and an overloaded server can recover. */
export class CircuitBreaker {
  private failed = 0;
  private openedAt: number | null = null;
  private probing = false;

  constructor(
    private readonly options: BreakerOptions,
    private readonly now: () => number = Date.now,
  ) {}

  get isOpen(): boolean {
    return this.openedAt !== null;
  }

  /** Throws the error of `refuse` while open. @param isFailure whether an error counts against the server */
  async run<T>(work: () => Promise<T>, isFailure: (error: unknown) => boolean, refuse: () => Error): Promise<T> {
    const isProbe = this.openedAt !== null;
    if (this.openedAt !== null && (this.probing || this.now() - this.openedAt < this.options.restMs)) throw refuse();
    if (isProbe) this.probing = true;
    try {
      const result = await work();
      this.failed = 0;
      this.openedAt = null;
      return result;
    } catch (error) {
      if (isFailure(error)) this.countFailure(isProbe);
      throw error;
    } finally {
      if (isProbe) this.probing = false;
    }
  }

  private countFailure(isProbe: boolean): void {
    this.failed += 1;
    if (isProbe || this.failed >= this.options.failures) this.openedAt = this.now();
  }
}
