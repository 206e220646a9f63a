import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

type EventClass<E> = new (...values: never[]) => E;
type Handler = (event: object) => Promise<void>;

/**
 * What modules tell those to the right of them. An event is an instance of a class that its module declares in an
 * `.events.ts`. Handlers run inside the transaction of the change, one after the other: they all happen or none does,
 * and no handler sees a change that is taken back. What may wait is put into the job queue by a handler.
 */
@Injectable()
export class DomainEvents {
  private readonly handlers = new Map<unknown, Handler[]>();

  constructor(private readonly db: Database) {}

  /** Calls `handle` for every event of the class from now on; for constructors and `onModuleInit`. */
  on<E extends object>(event: EventClass<E>, handle: (event: E) => Promise<void>): void {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handle as Handler]);
  }

  /** Lets all handlers of the event's class run, in the open transaction or in one of their own. */
  emit(event: object): Promise<void> {
    return this.db.transaction(async () => {
      for (const handle of this.handlers.get(event.constructor) ?? []) await handle(event);
    });
  }
}
