/**
 * Deletes an organization and its data permanently:
 *   npm run organization:delete -- org_… --confirm "Example Air"
 * The service can run meanwhile. An interrupted deletion is continued by the service or by the same command.
 */
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { withApplication } from '../src/start/application-context.js';
import { isId } from '../src/common/ids/type-id.js';
import { OrganizationEraser } from '../src/modules/organizations/deletion/organization-eraser.service.js';
import { OrganizationEnd } from '../src/modules/users/organization-end.service.js';

const { values, positionals } = parseArgs({ options: { confirm: { type: 'string' } }, allowPositionals: true });
const [organizationId = ''] = positionals;
if (!isId('organization', organizationId) || values.confirm === undefined) {
  console.error('usage: npm run organization:delete -- org_… --confirm NAME');
  process.exit(2);
}

await withApplication(async (app) => {
  const name = await app.get(OrganizationEnd, { strict: false }).nameOf(organizationId);
  if (name === null || name !== values.confirm) {
    console.error(
      name === null
        ? `organization ${organizationId} does not exist`
        : `--confirm does not match the name of ${organizationId}`,
    );
    process.exitCode = 1;
    return;
  }
  const isGone = await app.get(OrganizationEraser, { strict: false }).eraseNow(organizationId);
  console.log(
    isGone
      ? `deleted ${organizationId}`
      : `${organizationId} is being deleted by another process; its users can no longer sign in`,
  );
});
