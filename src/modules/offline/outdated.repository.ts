import type { Database } from '../../common/database/database.js';
import { IS_OPEN } from '../documents/discrepancies/open-discrepancy.repository.js';
import type { OutdatedReason } from './dto/package-states.js';
import { aircraftChanged, aircraftDigest } from '../fleet/aircraft-digest.js';

/** SQL of a digest of the temporary revisions of some documents: it differs after each change of one. @param ids SQL of the documents */
export const temporaryRevisionsDigest = (
  ids: string,
): string => `(SELECT md5(coalesce(string_agg(t.id || ' ' || t.row_version, ' ' ORDER BY t.id), '')) FROM (
    SELECT b.id, b.row_version FROM temporary_revisions b WHERE b.document_id IN (${ids})
    UNION SELECT o.id, o.row_version FROM temporary_revisions o WHERE o.overlay_document_id IN (${ids})) t)`;

/** SQL of a digest of what packages show of the open discrepancy reports of some documents, with their places. @param ids SQL of the documents */
export const discrepanciesDigest = (
  ids: string,
): string => `(SELECT md5(coalesce(string_agg(jsonb_build_array(x.id, x.severity, x.quote, x.description, x.instruction,
      (SELECT jsonb_agg(jsonb_build_array(p.revision_id, p.page_number, p.start_offset, p.end_offset) ORDER BY p.revision_id, p.page_number)
       FROM discrepancy_places p WHERE p.discrepancy_id = x.id))::text, ' ' ORDER BY x.id), ''))
    FROM discrepancies x WHERE x.document_id IN (${ids}) AND ${IS_OPEN})`;

/** SQL of the documents of package `k`. */
const CHOSEN = 'SELECT c.document_id FROM offline_package_documents c WHERE c.offline_package_id = k.id';
const packed = (condition: string): string => `EXISTS (SELECT FROM offline_package_documents x
    LEFT JOIN documents d ON d.id = x.document_id AND d.deleted_at IS NULL LEFT JOIN document_revisions r ON r.id = x.revision_id
    WHERE x.offline_package_id = k.id AND x.included AND ${condition})`;

/** SQL of the {@link OutdatedReason} of package `k`; null if it is as it was chosen. */
export const OUTDATED = `CASE WHEN ${packed('d.id IS NULL')} THEN 'document_deleted'
    WHEN ${packed(`r.status = 'withdrawn'`)} THEN 'revision_withdrawn'
    WHEN ${packed(`(d.current_revision_id = x.revision_id AND r.status = 'active') IS NOT TRUE`)} THEN 'revision_superseded'
    WHEN k.temporary_revisions_digest <> ${temporaryRevisionsDigest(CHOSEN)}
      THEN 'temporary_revision_changed'
    WHEN EXISTS (SELECT FROM jsonb_array_elements(k.aircraft) s WHERE ${aircraftChanged(`s.value ->> 'id'`, aircraftDigest('s.value'))}) THEN 'aircraft_changed'
    WHEN k.discrepancies_digest <> ${discrepanciesDigest(CHOSEN)} THEN 'discrepancy_changed' END`;

/** Holds the documents of a package until the transaction ends, so that none changes before. @returns what has changed since they were chosen */
export async function outdatedWhileHeld(db: Database, packageId: string): Promise<OutdatedReason | null> {
  await db.query(
    `SELECT FROM documents d WHERE d.id IN (SELECT x.document_id FROM offline_package_documents x WHERE x.offline_package_id = $1)
     ORDER BY d.id FOR SHARE`,
    [packageId],
  );
  const [row] = await db.query<{ outdated: OutdatedReason | null }>(
    `SELECT ${OUTDATED} AS outdated FROM offline_packages k WHERE k.id = $1`,
    [packageId],
  );
  return row?.outdated ?? null;
}
