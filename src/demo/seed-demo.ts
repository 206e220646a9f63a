import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { effectivePermissions, type Principal } from '../common/principal/principal.js';
import { Database } from '../common/database/database.js';
import { ApiKeyService } from '../modules/auth/api-keys/api-key.service.js';
import { PasswordHasher } from '../modules/auth/passwords/password-hasher.js';
import { SAMPLE_LIBRARY, SampleLibrary, type OnProgress } from '../modules/documents/samples/sample-library.service.js';
import { AircraftImportService } from '../modules/fleet/csv/aircraft-import.service.js';
import { SandboxLibrary } from '../modules/sandbox/library/sandbox-library.service.js';
import { UserService } from '../modules/users/user.service.js';
import { importFleet } from './demo-fleet.js';
import { DemoPeople, type DemoOrganization } from './demo-people.js';
import { ProgressDisplay } from './progress-display.js';

/** `DATA_DIR/demo-credentials.json`. */
type DemoCredentials = DemoOrganization & { other_organization: DemoOrganization };

/**
 * Creates two demonstration organizations in an empty installation, the first with the sample library, and the credentials
 * file. The next start continues after an interruption: `demo-library-pending` stays in DATA_DIR until the library is complete.
 * @param signal ends it early, with an error
 */
export async function seedDemo(app: INestApplicationContext, dataDir: string, signal: AbortSignal): Promise<void> {
  const users = app.get(UserService, { strict: false });
  const credentialsFile = path.join(dataDir, 'demo-credentials.json');
  const pendingFile = path.join(dataDir, 'demo-library-pending');
  if (await users.isInstallationEmpty()) {
    const people = new DemoPeople(
      users,
      app.get(PasswordHasher, { strict: false }),
      app.get(ApiKeyService, { strict: false }),
    );
    await app.get(Database).transaction(async () => {
      const first = await people.create('Skarv Regional', 'skarv-regional.example');
      const second = await people.create('Fjordline Technics', 'fjordline-technics.example');
      const credentials: DemoCredentials = { ...first, other_organization: second };
      // Before the commit: lost credentials could not be recovered, while the file can be written again. Renamed when complete,
      // because users wait for it.
      await writeFile(`${credentialsFile}.draft`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
      // First: the library is complete once the credentials are there and this file is not.
      await writeFile(pendingFile, '');
      await rename(`${credentialsFile}.draft`, credentialsFile);
    });
    process.stderr.write(`Demonstration organizations created; sign-in data: ${credentialsFile}\n`);
  }
  if (!existsSync(pendingFile)) return;
  const credentials = JSON.parse(await readFile(credentialsFile, 'utf8')) as DemoCredentials;
  const admin = await demoAdmin(users, credentials);
  const folder = app.get<string>(SAMPLE_LIBRARY, { strict: false });
  await importFleet(app.get(AircraftImportService, { strict: false }), admin, folder);
  const display = new ProgressDisplay('Reading the sample library');
  const onProgress: OnProgress = (files, total, pages) => display.update(files, total, pages);
  await app.get(SampleLibrary, { strict: false }).file(admin, { onProgress, signal });
  // Sandboxes get copies.
  await app.get(SandboxLibrary, { strict: false }).adopt(admin.organizationId);
  display.finish();
  await rm(pendingFile, { force: true });
}

/** The demonstration's administrator, without a session. */
async function demoAdmin(users: UserService, { organization, users: people }: DemoCredentials): Promise<Principal> {
  const email = people.find(({ role }) => role === 'admin')?.email ?? '';
  const admin = await users.findForLogin(email);
  if (!admin) throw new Error(`the demonstration's administrator ${email} is gone`);
  return {
    userId: admin.id,
    organizationId: organization.id,
    teamId: null,
    role: 'admin',
    plan: 'enterprise',
    organizationVersion: 0,
    permissions: effectivePermissions({ role: 'admin', grants: [] }),
    credential: { type: 'session', sessionId: '', provenAt: null, mfaMissing: false },
  };
}
