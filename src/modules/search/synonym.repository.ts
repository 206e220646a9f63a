import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';

/** Synonyms of an organization at one version of its row; null when they are of the version that is known already. */
export interface StoredSynonyms {
  row_version: number;
  search_synonyms: string[] | null;
}

/** Reads the setting by key, and the synonyms themselves only when the row is not the one that is known. */
@Injectable()
export class SynonymRepository {
  constructor(private readonly db: Database) {}

  async find(organizationId: string, knownVersion: number | null): Promise<StoredSynonyms | null> {
    const [row] = await this.db.query<StoredSynonyms>(
      `SELECT row_version, CASE WHEN row_version IS DISTINCT FROM $2::integer THEN search_synonyms END AS search_synonyms
       FROM organizations WHERE id = $1`,
      [organizationId, knownVersion],
    );
    return row ?? null;
  }
}
