import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { DeprecationId } from '../../common/deprecation/deprecations.js';
import type { Principal } from '../../common/principal/principal.js';
import { CollectedCounts } from '../../common/runtime/collected-counts.js';
import type { CallerType } from './deprecated-call.entity.js';

/** Time for which counts are collected. Milliseconds. */
const COLLECTING_MS = 5_000;

interface Count {
  organization_id: string;
  deprecation: DeprecationId;
  caller_type: CallerType;
  caller_id: string;
  calls: number;
}

/** Counts who still calls what is deprecated. Counts are written every five seconds and at shutdown. */
@Injectable()
export class DeprecatedCalls extends CollectedCounts<Count> {
  constructor(private readonly db: Database) {
    super(COLLECTING_MS);
  }

  count(deprecation: DeprecationId, { organizationId, ...caller }: Principal): void {
    this.collect({ organization_id: organizationId, deprecation, ...callerOf(caller), calls: 1 });
  }

  protected keyOf({ organization_id, deprecation, caller_id }: Count): string {
    return `${organization_id} ${deprecation} ${caller_id}`;
  }

  protected addTo(sum: Count, { calls }: Count): void {
    sum.calls += calls;
  }

  /** The organization may have been deleted. */
  protected async store(counts: readonly Count[]): Promise<void> {
    await this.db.query(
      `INSERT INTO deprecated_calls AS d
         (organization_id, deprecation, caller_type, caller_id, calls, first_called_at, last_called_at)
       SELECT c.organization_id, c.deprecation, c.caller_type, c.caller_id, c.calls, now(), now()
       FROM jsonb_to_recordset($1::jsonb)
         AS c (organization_id text, deprecation text, caller_type text, caller_id text, calls bigint)
       WHERE EXISTS (SELECT FROM organizations o WHERE o.id = c.organization_id)
       ORDER BY 1, 2, 3, 4
       ON CONFLICT ON CONSTRAINT pk_deprecated_calls DO UPDATE SET calls = d.calls + excluded.calls, last_called_at = now()`,
      [JSON.stringify(counts)],
    );
  }
}

function callerOf({ userId, credential }: Omit<Principal, 'organizationId'>): Pick<Count, 'caller_type' | 'caller_id'> {
  switch (credential.type) {
    case 'api_key':
      return { caller_type: 'api_key', caller_id: credential.apiKeyId };
    case 'oauth':
      return { caller_type: 'oauth_client', caller_id: credential.clientId };
    case 'session':
      return { caller_type: 'user', caller_id: userId };
  }
}
