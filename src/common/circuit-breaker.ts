export interface BreakerOptions {
  /** Failures after each other until nothing is asked any more. */
  failures: number;
  /** How long nothing is asked then. Milliseconds. */
  restMs: number;
}

/**
 * Keeps from asking what does not answer: after so many failures in a row every call is refused for a while, then one is let
 * through, whose outcome decides. Callers learn at once that they have to do without, and what is overloaded gets rest.
 */
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

  /**
   * Runs `work`, or throws what `refuse` makes.
   *
   * @param isFailure whether an error speaks against what is asked; a caller that went away does not
   */
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
