/** Maximum urgent tasks in a row while others wait. */
const URGENT_IN_A_ROW = 8;

/** Runs the tasks of a thread and reads messages in between. Urgent tasks go first, but never starve the others. */
export class WorkLanes {
  private readonly urgent: (() => void)[] = [];
  private readonly rest: (() => void)[] = [];
  private inARow = 0;
  private isScheduled = false;

  /** @param idle runs a background task; returns false if nothing is left */
  constructor(private readonly idle: () => boolean) {}

  add(piece: () => void, isUrgent: boolean): void {
    (isUrgent ? this.urgent : this.rest).push(piece);
    this.wake();
  }

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
