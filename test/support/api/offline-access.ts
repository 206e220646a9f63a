import type { Role } from '../../../src/common/principal/permissions.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { MatrixRow } from './access-matrix.js';
import type { MatrixScene } from './access-scenes.js';

const EVERYONE: Role[] = ['admin', 'manager', 'engineer', 'viewer', 'api_user'];

/** The owner's own. */
const offlinePackage = async ({ world, organization, owner }: MatrixScene): Promise<string[]> => {
  const id = newId('offline_package');
  await world.sql.insert('offline_packages', {
    ...{ id, organization_id: organization.id, created_by: owner.id, state: 'failed', livemode: true, aircraft: '[]' },
    ...{ temporary_revisions_digest: '', document_count: 1, page_count: 1, sources_size: 1 },
    ...{ expires_at: new Date(Date.now() + 86_400_000) },
  });
  return [id];
};

/** Rows of the access matrix: offline packages. */
export const OFFLINE_ROWS: Record<string, MatrixRow> = {
  'GET /offline-packages': { roles: EVERYONE },
  'POST /offline-packages': { roles: EVERYONE, body: { document_ids: ['doc_x'] } },
  'GET /offline-packages/:id': { roles: EVERYONE, object: offlinePackage, ownerOnly: true },
  'GET /offline-packages/:id/file': { roles: EVERYONE, object: offlinePackage, ownerOnly: true },
  'DELETE /offline-packages/:id': { roles: EVERYONE, object: offlinePackage, ownerOnly: true },
};
