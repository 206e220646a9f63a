import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';

/** Synonyms at one version of the organization's row; null if that version is already known. */
export interface StoredSynonyms {
  row_version: number;
  search_synonyms: string[] | null;
}

/** Reads the synonyms only if the row's version is not the known one. */
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
