import { newId } from '../../../src/common/ids/type-id.js';
import { ROLES } from '../../../src/common/principal/permissions.js';
import { READER_VERSION } from '../../../src/modules/parts/part-reading.repository.js';
import { catalogPage } from '../scenes/part-scene.js';
import type { MatrixRow } from './access-matrix.js';
import type { MatrixScene } from './access-scenes.js';

const part = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  const { revisionId } = await world.documents.document(organization, { pages: [catalogPage()] });
  const id = newId('part');
  await world.sql.insert('part_readings', { revision_id: revisionId, reader_version: READER_VERSION, part_count: 1 });
  await world.sql.insert('revision_parts', {
    ...{ id, organization_id: organization.id, revision_id: revisionId, position: 0, number: 'TA32-1' },
    ...{ number_code: 'TA32-1', number_key: 'TA321', not_illustrated: false, attaching: false, assemblies: [] },
    ...{ condition: 0, page_number: 1, start_offset: 0, end_offset: 4, text: 'ITEM' },
  });
  return [id];
};

/** Rows of the access matrix: parts of catalogs. */
export const PART_ROWS: Record<string, MatrixRow> = {
  'GET /parts': { roles: [...ROLES] },
  'GET /parts/:id': { roles: [...ROLES], object: part },
};
