import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { currentContext } from '../../common/http/request-context.js';
import { counter } from '../../common/telemetry/metrics.js';
import type { TokenUse } from '../model-endpoint/token-use.js';
import type { ModelKind } from './token-usage.entity.js';

/** How long counts are collected before they are written. Milliseconds. */
const COLLECTING_MS = 2_000;

const tokens = counter(
  'model_tokens_total',
  'Tokens that calls of models took, by what they were: prompt or completion.',
  ['kind', 'model', 'part'],
);

interface Count extends TokenUse {
  organization_id: string;
  day: string;
  kind: ModelKind;
  model: string;
  requests: number;
}

/** Keeps the account of every organization's tokens. Counts are written together, every two seconds and at the end. */
@Injectable()
export class TokenMeter implements OnApplicationShutdown {
  private readonly logger = new Logger(TokenMeter.name);
  private counts = new Map<string, Count>();
  private timer: NodeJS.Timeout | undefined;
  private writing = Promise.resolve();
  private closing = false;
  private readonly behalf = new AsyncLocalStorage<string>();

  constructor(private readonly db: Database) {}

  /** Runs work in the background whose calls are those of an organization. */
  onBehalfOf<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    return this.behalf.run(organizationId, work);
  }

  /** Counts a call, for whom it was made: {@link onBehalfOf}, or the present request. A call for nobody is in the metrics alone. */
  count(kind: ModelKind, model: string, use: TokenUse): void {
    tokens.inc({ kind, model, part: 'prompt' }, use.prompt_tokens);
    tokens.inc({ kind, model, part: 'completion' }, use.completion_tokens);
    const organizationId = this.behalf.getStore() ?? currentContext()?.principal?.organizationId;
    if (organizationId === undefined) return;
    const day = new Date().toISOString().slice(0, 10);
    this.add({ ...use, organization_id: organizationId, day, kind, model, requests: 1 });
    if (this.closing) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), COLLECTING_MS).unref();
  }

  /** Writes what was counted so far. What cannot be written is kept for the next time. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing = true;
    await this.flush();
  }

  private add(count: Count): void {
    const { organization_id, day, kind, model, estimated } = count;
    const key = JSON.stringify([organization_id, day, kind, model, estimated]);
    const known = this.counts.get(key);
    if (!known) this.counts.set(key, { ...count });
    else {
      known.requests += count.requests;
      known.prompt_tokens += count.prompt_tokens;
      known.completion_tokens += count.completion_tokens;
    }
  }

  private async write(): Promise<void> {
    if (this.counts.size === 0) return;
    const counts = [...this.counts.values()];
    this.counts = new Map();
    try {
      // In one order on every node, so that two of them do not wait for each other's rows. An organization may be gone.
      await this.db.query(
        `INSERT INTO token_usage AS t
           (organization_id, day, kind, model, estimated, requests, prompt_tokens, completion_tokens)
         SELECT c.organization_id, c.day, c.kind, c.model, c.estimated, c.requests, c.prompt_tokens, c.completion_tokens
         FROM jsonb_to_recordset($1::jsonb) AS c (organization_id text, day date, kind text, model text,
           estimated boolean, requests bigint, prompt_tokens bigint, completion_tokens bigint)
         WHERE EXISTS (SELECT FROM organizations o WHERE o.id = c.organization_id)
         ORDER BY 1, 2, 3, 4, 5
         ON CONFLICT ON CONSTRAINT pk_token_usage DO UPDATE SET requests = t.requests + excluded.requests,
           prompt_tokens = t.prompt_tokens + excluded.prompt_tokens,
           completion_tokens = t.completion_tokens + excluded.completion_tokens`,
        [JSON.stringify(counts)],
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'counts of tokens could not be written; they are kept');
      for (const count of counts) this.add(count);
    }
  }
}
