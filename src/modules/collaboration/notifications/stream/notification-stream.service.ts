import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Principal } from '../../../../common/principal/principal.js';
import { Signals } from '../../../../common/database/signals.js';
import { formatEvent, HEARTBEAT } from '../../../../common/streams/event-stream.js';
import type { StreamOptions } from '../../../../common/streams/stream-options.js';
import { Wakeups } from '../../../../common/streams/wakeups.js';
import { CALLER_SIGNAL } from '../../../auth/auth.events.js';
import { CallerCheck } from '../../../auth/sign-in/caller-check.service.js';
import { NotificationResponse } from '../dto/notification.response.js';
import { NotificationRepository, type NotificationRow } from '../notification.repository.js';
import { NOTIFICATIONS_SIGNAL } from '../notifier/notifier.js';
import { NOTIFICATION_STREAM_OPTIONS } from './notification-stream-options.js';

/** Interval of checks for lost signals and idle sessions, in milliseconds. Each open stream queries the database. */
const LOOK_MS = 60_000;
/** Maximum notifications streamed after a reconnect. */
const MOST_TOLD = 100;
/** Id of the first event without earlier notifications. */
const BEGINNING = '0';

/** Progress of a stream: id for `Last-Event-ID`, and its position. */
interface Place {
  id: string;
  position: string;
}

/** Streams new notifications, from any process. */
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

  /** Clients reconnect to another node. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    this.wakeups.wakeAll();
  }

  /**
   * Checks access before each query. Ends without access, after the time limit, or at shutdown.
   * @param lastId last event of the client; null starts now
   * @param signal aborted when the client disconnects
   */
  async *follow(principal: Principal, lastId: string | null, signal: AbortSignal): AsyncGenerator<string> {
    const endsAt = performance.now() + this.options.longest_ms;
    // Notifications belong to the user, sessions to the account.
    const watch = this.wakeups.watch(principal.userId, principal.sandbox?.accountId ?? principal.userId);
    try {
      const known = await this.placeOf(principal.userId, lastId);
      let place = known ?? (await this.newest(principal.userId));
      yield formatEvent({ id: place.id, event: 'ready', data: {} });
      // The notification of that id was deleted, and its position with it.
      if (!known) yield resync(place);
      let saidAt = performance.now();
      let looksAt = saidAt;
      for (;;) {
        if (performance.now() >= looksAt) {
          const rows = await this.newRows(principal, place);
          if (!rows) return;
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

  /** Null without access. Rights can change between the check and the reading, so they are the same before and after. */
  private async newRows(principal: Principal, { position }: Place): Promise<NotificationRow[] | null> {
    let caller = await this.callers.stillAllowed(principal, 'document.view');
    while (caller) {
      const rows = await this.notifications.listAfter(caller, position, MOST_TOLD + 1);
      if (rows.length === 0) return rows;
      const after = await this.callers.stillAllowed(principal, 'document.view');
      if (after?.teamId === caller.teamId && after.role === caller.role) return rows;
      caller = after;
    }
    return null;
  }

  /** Null if the client's id does not exist or was deleted. */
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

/** Too many to stream, or unknown ones: the client must fetch the list. */
function resync({ id }: Place): string {
  return formatEvent({ id, event: 'resync', data: {} });
}
