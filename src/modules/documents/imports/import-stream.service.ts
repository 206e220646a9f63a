import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { formatEvent, HEARTBEAT } from '../../../common/streams/event-stream.js';
import type { StreamOptions } from '../../../common/streams/stream-options.js';
import { CallerCheck } from '../../auth/sign-in/caller-check.service.js';
import { ImportResponse } from './dto/import.response.js';
import { ImportRepository } from './import.repository.js';

export const IMPORT_STREAMS: StreamOptions = { per_user: 10, longest_ms: 300_000, heartbeat_ms: 15_000 };

/** Interval of checks for progress. Milliseconds. */
const LOOK_MS = 1_000;
/** The pause is so many times as long as a check, whose time grows with the files. */
const LOOK_SHARE = 20;

/** Streams the progress of an import, from any process. */
@Injectable()
export class ImportStream implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();

  constructor(
    private readonly imports: ImportRepository,
    private readonly callers: CallerCheck,
  ) {}

  /** Clients reconnect to another node. */
  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Each change, and the end. Ends without access, when the import is deleted, after the time limit, or at shutdown. */
  async *follow(principal: Principal, id: string, signal: AbortSignal): AsyncGenerator<string> {
    const ending = AbortSignal.any([signal, this.stopping.signal, AbortSignal.timeout(IMPORT_STREAMS.longest_ms)]);
    let last = '';
    let saidAt = performance.now();
    let pauseMs = LOOK_MS;
    for (let count = 0; !ending.aborted; await pause(pauseMs, ending)) {
      const lookedAt = performance.now();
      const caller = await this.callers.stillAllowed(principal, 'document.manage');
      const found = caller && (await this.imports.find(caller, id));
      if (!found) return;
      pauseMs = Math.max(LOOK_MS, LOOK_SHARE * (performance.now() - lookedAt));
      const data = ImportResponse.from(found);
      const isOver = data.finished_at !== null;
      // The estimates change by themselves.
      const progress = JSON.stringify([data.state, data.counts, data.reading.ready, data.reading.pages_done]);
      const isSilent = performance.now() - saidAt >= IMPORT_STREAMS.heartbeat_ms;
      if (progress !== last) yield formatEvent({ id: (count += 1), event: isOver ? 'finished' : 'progress', data });
      else if (isSilent) yield HEARTBEAT;
      if (isOver) return;
      if (progress !== last || isSilent) saidAt = performance.now();
      last = progress;
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
