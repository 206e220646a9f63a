import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

type EventClass<E> = new (...values: never[]) => E;
type Handler = (event: object) => Promise<void>;

/** Handlers run in sequence inside the transaction of the change, so all succeed or nothing changes. Use the job queue for the rest. */
@Injectable()
export class DomainEvents {
  private readonly handlers = new Map<unknown, Handler[]>();

  constructor(private readonly db: Database) {}

  /** Registers a handler; for constructors and `onModuleInit`. */
  on<E extends object>(event: EventClass<E>, handle: (event: E) => Promise<void>): void {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handle as Handler]);
  }

  /** Runs all handlers of the event's class, in the open transaction or a new one. */
  emit(event: object): Promise<void> {
    return this.db.transaction(async () => {
      for (const handle of this.handlers.get(event.constructor) ?? []) await handle(event);
    });
  }
}
