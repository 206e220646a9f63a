import type { Role } from '../../../src/common/principal/permissions.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { MatrixRow } from './access-matrix.js';
import { document, teamDocument, type MatrixScene } from './access-scenes.js';

const EVERYONE: Role[] = ['admin', 'manager', 'engineer', 'viewer', 'api_user'];
const MANAGERS: Role[] = ['admin', 'manager'];

/** Of a document of the team, in force unless told otherwise. */
const temporaryRevision = async (
  { world, organization, team: own }: MatrixScene,
  from = '-1 day',
): Promise<string[]> => {
  const base = await world.documents.document(organization, { team: own });
  const overlay = await world.documents.document(organization, { team: own });
  const id = newId('temporary_revision');
  const named = { id, organization_id: organization.id, document_id: base.id, revision_id: base.revisionId };
  await world.sql.insert('temporary_revisions', {
    ...named,
    ...{ overlay_document_id: overlay.id, number: 'TR 32-114', effective_from: new Date() },
  });
  await world.sql.query(`UPDATE temporary_revisions SET effective_from = now() + $2::interval WHERE id = $1`, [
    id,
    from,
  ]);
  await world.sql.insert('temporary_revision_pages', {
    ...{ temporary_revision_id: id, revision_id: base.revisionId, page_number: 1, issued_page: 1 },
    ...{ action: 'replace', overlay_pages: [1] },
  });
  return [id];
};
const scheduledRevision = (scene: MatrixScene): Promise<string[]> => temporaryRevision(scene, '1 day');

/** Rows of the access matrix: temporary revisions. */
export const TEMPORARY_REVISION_ROWS: Record<string, MatrixRow> = {
  'GET /documents/:id/temporary-revisions': { roles: EVERYONE, object: document },
  'POST /documents/:id/temporary-revisions': {
    roles: MANAGERS,
    object: teamDocument,
    body: {
      ...{ number: 'TR 32-114', overlay_document_id: 'doc_01k9zs4v8hf2x9c3m5q7r1t6wa' },
      ...{ effective_from: '2026-01-01T00:00:00Z', pages: [{ action: 'cancel', page_number: 1 }] },
    },
  },
  'GET /temporary-revisions/:id': { roles: EVERYONE, object: temporaryRevision },
  'PATCH /temporary-revisions/:id': { roles: MANAGERS, object: temporaryRevision, body: { number: 'TR 32-115' } },
  'POST /temporary-revisions/:id/withdraw': { roles: MANAGERS, object: temporaryRevision },
  'DELETE /temporary-revisions/:id': { roles: MANAGERS, object: scheduledRevision },
};
