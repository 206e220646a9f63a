import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { CollectedCounts } from '../../common/runtime/collected-counts.js';
import { Database } from '../../common/database/database.js';
import { currentContext } from '../../common/context/request-context.js';
import { counter } from '../../common/telemetry/metrics.js';
import type { TokenUse } from '../model-endpoint/token-use.js';
import type { ModelKind } from './token-usage.entity.js';

/** Time for which counts are collected. Milliseconds. */
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

/** Counts the tokens of every organization. Counts are written every two seconds and at shutdown. */
@Injectable()
export class TokenMeter extends CollectedCounts<Count> {
  private readonly behalf = new AsyncLocalStorage<string>();

  constructor(private readonly db: Database) {
    super(COLLECTING_MS);
  }

  /** Runs background work whose calls are charged to an organization. */
  onBehalfOf<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    return this.behalf.run(organizationId, work);
  }

  /** Counts a call for {@link onBehalfOf} or the current request; otherwise only in the metrics. */
  count(kind: ModelKind, model: string, use: TokenUse): void {
    tokens.inc({ kind, model, part: 'prompt' }, use.prompt_tokens);
    tokens.inc({ kind, model, part: 'completion' }, use.completion_tokens);
    const organizationId = this.behalf.getStore() ?? currentContext()?.principal?.organizationId;
    if (organizationId === undefined) return;
    const day = new Date().toISOString().slice(0, 10);
    this.collect({ ...use, organization_id: organizationId, day, kind, model, requests: 1 });
  }

  protected keyOf({ organization_id, day, kind, model, estimated }: Count): string {
    return JSON.stringify([organization_id, day, kind, model, estimated]);
  }

  protected addTo(sum: Count, count: Count): void {
    sum.requests += count.requests;
    sum.prompt_tokens += count.prompt_tokens;
    sum.completion_tokens += count.completion_tokens;
  }

  /** The organization may have been deleted. */
  protected async store(counts: readonly Count[]): Promise<void> {
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
  }
}
