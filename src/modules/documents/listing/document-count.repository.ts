import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

const DIMENSIONS = 'document_type, aircraft_type, inactive_status';
const KEY = `organization_id, access, team_id, ${DIMENSIONS}`;

/** A count that was wrong, and by how much. */
export interface CountDifference {
  organization_id: string;
  difference: number;
}

/** Maintains `document_counts`, which PostgreSQL keeps. Neither statement makes writers wait. */
@Injectable()
export class DocumentCountRepository {
  constructor(private readonly db: Database) {}

  /** Adds the differences from the documents of the same snapshot. @returns those of an organization, none if all counts were right */
  repair(): Promise<CountDifference[]> {
    return this.db.query<CountDifference>(
      `WITH repaired AS (
         INSERT INTO document_counts (${KEY}, documents)
         SELECT ${KEY}, sum(change) FROM (
           SELECT ${KEY}, count(*) AS change FROM documents WHERE deleted_at IS NULL
           GROUP BY organization_id, access, team_id, GROUPING SETS ((${DIMENSIONS}), ())
           UNION ALL SELECT ${KEY}, -documents FROM document_counts) AS counted
         GROUP BY ${KEY} HAVING sum(change) <> 0
         RETURNING organization_id, documents)
       SELECT organization_id, sum(abs(documents))::float8 AS difference FROM repaired GROUP BY organization_id`,
    );
  }

  /** Merges the rows of each key, except rows that a writer has locked, and removes keys without documents. */
  async merge(): Promise<void> {
    await this.db.query(
      `WITH several AS (
         SELECT id FROM document_counts WHERE id IN (
           SELECT unnest(array_agg(id)) FROM document_counts GROUP BY ${KEY} HAVING count(*) > 1 OR sum(documents) = 0)
         FOR UPDATE SKIP LOCKED),
       taken AS (DELETE FROM document_counts c USING several WHERE c.id = several.id RETURNING c.*)
       INSERT INTO document_counts (${KEY}, documents)
       SELECT ${KEY}, sum(documents) FROM taken GROUP BY ${KEY} HAVING sum(documents) <> 0`,
    );
  }
}
