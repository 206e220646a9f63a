import { Injectable } from '@nestjs/common';
import { CollectedCounts } from '../../common/runtime/collected-counts.js';
import { Database } from '../../common/database/database.js';

/** Time for which counts are collected. Milliseconds. */
const COLLECTING_MS = 5_000;

const COUNTED = ['requests', 'searches', 'chats', 'questions'] as const;
export type Counted = (typeof COUNTED)[number];

type Count = { organization_id: string; day: string } & Partial<Record<Counted, number>>;

/** Counts the activity of organizations. Counts are written every five seconds and at shutdown. */
@Injectable()
export class UsageMeter extends CollectedCounts<Count> {
  constructor(private readonly db: Database) {
    super(COLLECTING_MS);
  }

  count(what: Counted, organizationId: string): void {
    this.collect({ organization_id: organizationId, day: new Date().toISOString().slice(0, 10), [what]: 1 });
  }

  protected keyOf({ organization_id, day }: Count): string {
    return `${organization_id} ${day}`;
  }

  protected addTo(sum: Count, count: Count): void {
    for (const what of COUNTED) sum[what] = (sum[what] ?? 0) + (count[what] ?? 0);
  }

  /** The organization may have been deleted. */
  protected async store(counts: readonly Count[]): Promise<void> {
    await this.db.query(
      `INSERT INTO organization_usage AS u (organization_id, day, requests, searches, chats, questions)
       SELECT c.organization_id, c.day, coalesce(c.requests, 0), coalesce(c.searches, 0), coalesce(c.chats, 0), coalesce(c.questions, 0)
       FROM jsonb_to_recordset($1::jsonb) AS c (organization_id text, day date, requests bigint, searches bigint,
         chats bigint, questions bigint)
       WHERE EXISTS (SELECT FROM organizations o WHERE o.id = c.organization_id)
       ORDER BY 1, 2
       ON CONFLICT ON CONSTRAINT pk_organization_usage DO UPDATE SET requests = u.requests + excluded.requests,
         searches = u.searches + excluded.searches, chats = u.chats + excluded.chats,
         questions = u.questions + excluded.questions`,
      [JSON.stringify(counts)],
    );
  }
}
