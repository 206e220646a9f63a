import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Principal } from '../../../../common/auth/principal.js';
import { Signals } from '../../../../common/database/signals.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { formatEvent, HEARTBEAT } from '../../../../common/http/event-stream.js';
import type { StreamOptions } from '../../../../common/http/stream-options.js';
import { Wakeups } from '../../../../common/http/wakeups.js';
import { CALLER_SIGNAL } from '../../../auth/auth.events.js';
import { CallerCheck } from '../../../auth/caller-check.service.js';
import { NotificationResponse } from '../dto/notification.response.js';
import { NotificationRepository, type NotificationRow } from '../notification.repository.js';
import { NOTIFICATIONS_SIGNAL } from '../news/notification-maker.js';
import { NOTIFICATION_STREAM_OPTIONS } from './notification-stream-options.js';

/**
 * Rest between two looks without a signal: a signal that was lost, or a session that went idle, may go unnoticed for as long.
 * Every open stream looks by itself, so this decides what thousands of them cost the database. Milliseconds.
 */
const LOOK_MS = 60_000;
/** Notifications that are told one by one to whoever comes back. */
const MOST_TOLD = 100;
/** That the caller would not be let in again. */
const REFUSALS: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'FORBIDDEN']);
/** Id of the first event to whoever was never told anything. */
const BEGINNING = '0';

/** How far a stream has come: the id that its client would come back with, and where that stands. */
interface Place {
  id: string;
  position: string;
}

/** Tells people what comes for them while they listen, whichever process it is made in. */
@Injectable()
export class NotificationStream implements BeforeApplicationShutdown {
  private readonly wakeups = new Wakeups();
  private isStopping = false;

  constructor(
    private readonly notifications: NotificationRepository,
    private readonly callers: CallerCheck,
    @Inject(NOTIFICATION_STREAM_OPTIONS) private readonly options: StreamOptions,
    signals: Signals,
  ) {
    for (const name of [NOTIFICATIONS_SIGNAL, CALLER_SIGNAL]) {
      signals.on(name, (userId) => (userId === null ? this.wakeups.wakeAll() : this.wakeups.wake(userId)));
    }
  }

  /** Clients come back to another node. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    this.wakeups.wakeAll();
  }

  /**
   * The events of a stream as its client is sent them. Before each look at what there is to tell, it is looked whether and as
   * whom the caller may still see it; the stream ends when they may not, when it lasts too long, or when this process stops.
   *
   * @param lastId what the client was told last; null begins with what comes from now on
   * @param signal aborted when the client is gone
   */
  async *follow(principal: Principal, lastId: string | null, signal: AbortSignal): AsyncGenerator<string> {
    const endsAt = performance.now() + this.options.longest_ms;
    const watch = this.wakeups.watch(principal.userId);
    try {
      const known = await this.placeOf(principal.userId, lastId);
      let place = known ?? (await this.newest(principal.userId));
      yield formatEvent({ id: place.id, event: 'ready', data: {} });
      // What they name is no more, and with it where they were.
      if (!known) yield resync(place);
      let saidAt = performance.now();
      let looksAt = saidAt;
      for (;;) {
        if (performance.now() >= looksAt) {
          const caller = await this.stillThere(principal);
          if (!caller) return;
          const rows = await this.notifications.listAfter(caller, place.position, MOST_TOLD + 1);
          for (const row of rows.slice(0, MOST_TOLD)) {
            yield eventOf(row);
            place = row;
          }
          if (rows.length > MOST_TOLD) {
            place = await this.newest(principal.userId);
            yield resync(place);
          }
          const now = performance.now();
          if (rows.length > 0) saidAt = now;
          looksAt = now + LOOK_MS;
        }
        if (performance.now() - saidAt >= this.options.heartbeat_ms) {
          yield HEARTBEAT;
          saidAt = performance.now();
        }
        const until = Math.min(endsAt, looksAt, saidAt + this.options.heartbeat_ms);
        if (await watch.wait(Math.max(0, until - performance.now()), signal)) looksAt = performance.now();
        if (this.isStopping || signal.aborted || performance.now() >= endsAt) return;
      }
    } finally {
      watch.end();
    }
  }

  /** The caller as they are now; null when they would not be let in any more. */
  private async stillThere(principal: Principal): Promise<Principal | null> {
    try {
      const caller = await this.callers.again(principal);
      return caller.permissions.has('document.view') && !caller.credential.mfaMissing ? caller : null;
    } catch (error) {
      if (error instanceof AppError && REFUSALS.has(error.code)) return null;
      throw error;
    }
  }

  /** Null when the client names what there is not, or not any more. */
  private async placeOf(userId: string, lastId: string | null): Promise<Place | null> {
    if (lastId === null) return this.newest(userId);
    if (lastId === BEGINNING) return { id: BEGINNING, position: '0' };
    return this.notifications.findPlace(userId, lastId);
  }

  private async newest(userId: string): Promise<Place> {
    return (await this.notifications.findPlace(userId, null)) ?? { id: BEGINNING, position: '0' };
  }
}

function eventOf(row: NotificationRow): string {
  return formatEvent({ id: row.id, event: 'notification', data: NotificationResponse.from(row) });
}

/** More came than is told one by one, or it is not known what: the list is to be read anew. */
function resync({ id }: Place): string {
  return formatEvent({ id, event: 'resync', data: {} });
}
