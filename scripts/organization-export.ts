/**
 * Exports an organization's data into one ZIP archive, like its administrators can in the API:
 *   npm run organization:export -- org_… --to DIR
 * DIR/org_….zip is readable by its owner only. It contains private notes of users: protect it like the database.
 */
import 'reflect-metadata';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { withApplication } from '../src/start/application-context.js';
import { isId } from '../src/common/ids/type-id.js';
import { ExportArchive } from '../src/modules/organizations/exports/export-archive.js';
import { OrganizationEnd } from '../src/modules/users/organization-end.service.js';

const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true });
const [organizationId = ''] = positionals;
const { to: folder } = values;
if (!isId('organization', organizationId) || folder === undefined) {
  console.error('usage: npm run organization:export -- org_… --to DIR');
  process.exit(2);
}

await withApplication(async (app) => {
  if ((await app.get(OrganizationEnd, { strict: false }).nameOf(organizationId)) === null) {
    console.error(`organization ${organizationId} does not exist`);
    process.exitCode = 1;
    return;
  }
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${organizationId}.zip`);
  const draft = `${file}.unfinished`;
  try {
    await app
      .get(ExportArchive, { strict: false })
      .write(organizationId, (archive) => pipeline(archive, createWriteStream(draft, { mode: 0o600 })));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  console.log(`exported ${organizationId} to ${file}`);
});
