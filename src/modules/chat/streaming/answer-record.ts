import { setImmediate as immediate } from 'node:timers/promises';
import type { AnswerSink, AnswerWarning, Citation } from '../answering/answer.types.js';
import type { AnswerEvent } from './answer-events.js';

/** Stores events; false when the message is no longer in progress. */
export type StoreEvents = (events: AnswerEvent[]) => Promise<boolean>;

/** Stores an answer's events in order. Events that arrive during a write are stored together, so a slow database gets fewer writes. */
export class AnswerRecord implements AnswerSink {
  /** That of the opening event, which was stored with the message. */
  private lastId = 1;
  private pending: AnswerEvent[] = [];
  private storing: Promise<void> = Promise.resolve();

  /** @param lost called when events cannot be stored: the message has ended, or the database failed */
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

  /** Resolves when all events so far are stored. */
  stored(): Promise<void> {
    return this.storing;
  }

  /** The last events, which the caller stores with the end of the answer; resolves when all earlier ones are stored. */
  async end(): Promise<AnswerEvent[]> {
    const events = this.pending;
    this.pending = [];
    await this.storing;
    return events;
  }

  private tell(event: AnswerEvent['event'], data: object): void {
    this.lastId += 1;
    this.pending.push({ id: this.lastId, event, data });
    // Not at once: events of the same turn of the event loop are stored together, the last ones with the answer.
    if (this.pending.length === 1) this.storing = this.storing.then(immediate).then(() => this.storePending());
  }

  private async storePending(): Promise<void> {
    const events = this.pending;
    this.pending = [];
    if (events.length === 0) return;
    try {
      if (!(await this.store(events))) this.lost(null);
    } catch (error) {
      this.lost(error);
    }
  }
}
