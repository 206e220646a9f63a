import type { AnswerSink, AnswerWarning, Citation } from '../answering/answer.types.js';
import type { ToldEvent } from './answer-events.js';

/** Stores events; false when the message is not being made any more. */
export type StoreEvents = (events: ToldEvent[]) => Promise<boolean>;

/**
 * Takes down what is told of an answer, in the order in which it is told. What comes while the last was being stored is
 * stored together, so that a database that is slow gets fewer, larger pieces.
 */
export class AnswerRecord implements AnswerSink {
  /** That of the opening event, which was stored with the message. */
  private lastId = 1;
  private pending: ToldEvent[] = [];
  private storing: Promise<void> = Promise.resolve();

  /** @param lost called when nothing more can be said: the message is over, or the database does not take it */
  constructor(
    private readonly store: StoreEvents,
    private readonly lost: (failure: unknown) => void,
  ) {}

  delta(content: string): void {
    this.tell('message.delta', { content });
  }

  citation(citation: Citation): void {
    this.tell('citation', citation);
  }

  warning(warning: AnswerWarning): void {
    this.tell('warning', warning);
  }

  /** Resolves when all that was told so far is stored. */
  stored(): Promise<void> {
    return this.storing;
  }

  private tell(event: ToldEvent['event'], data: object): void {
    this.lastId += 1;
    this.pending.push({ id: this.lastId, event, data });
    if (this.pending.length === 1) this.storing = this.storing.then(() => this.storePending());
  }

  private async storePending(): Promise<void> {
    const events = this.pending;
    this.pending = [];
    try {
      if (!(await this.store(events))) this.lost(null);
    } catch (error) {
      this.lost(error);
    }
  }
}
