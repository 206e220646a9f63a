/** Urgent things done in a row while others wait. */
const URGENT_IN_A_ROW = 8;

/**
 * What a thread has to do, a piece at a time; between two pieces it hears what else there is. Urgent pieces come first,
 * but never so many in a row that the others are not done at all.
 */
export class WorkLanes {
  private readonly urgent: (() => void)[] = [];
  private readonly rest: (() => void)[] = [];
  private inARow = 0;
  private isScheduled = false;

  /** @param idle does a piece of what can wait for ever; false when there is none */
  constructor(private readonly idle: () => boolean) {}

  add(piece: () => void, isUrgent: boolean): void {
    (isUrgent ? this.urgent : this.rest).push(piece);
    this.wake();
  }

  /** Looks whether there is something to do. */
  wake(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      if (this.step()) this.wake();
    });
  }

  private step(): boolean {
    const isTurnOfRest = this.rest.length > 0 && this.inARow >= URGENT_IN_A_ROW;
    const urgent = isTurnOfRest ? undefined : this.urgent.shift();
    this.inARow = urgent ? this.inARow + 1 : 0;
    const piece = urgent ?? this.rest.shift();
    if (!piece) return this.idle();
    piece();
    return true;
  }
}
