import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { Json } from '../../support/api/api-client.js';
import { filledSandbox } from '../../support/scenes/sandbox-scene.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

const LIBRARY = path.join(projectRoot(), 'test/support/sandbox-library');

describe('the library of sandboxes', () => {
  let world: TestWorld;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 'library-'));
    await cp(LIBRARY, folder, { recursive: true });
    await writeFile(path.join(folder, 'files/lamp.txt'), 'Another lamp');
    world = await startWorld({ env: { SANDBOX_LIBRARY: folder } });
  });
  afterAll(() => world.stop());

  const organizations = async (): Promise<number> =>
    (await world.sql.query<{ count: number }>(`SELECT count(*)::int AS count FROM organizations`))[0]!.count;

  it('is refused as a whole when a file is not that of its list, and read once it is', async () => {
    const [first, second] = [await world.signIn({ role: 'admin' }), await world.signIn({ role: 'admin' })];
    expect((await filledSandbox(first)).state.library_state).toBe('failed');
    const before = await organizations();
    const sandbox = first.api.inSandbox();
    const again = (await sandbox.post('/sandbox/reset')).body.data as Json;
    expect(again.library_state).toBe('filling');
    expect((await filledSandbox(first)).state.library_state).toBe('failed');
    expect(await organizations()).toBe(before);
    expect(world.service.output()).toContain('another sha256');

    await cp(LIBRARY, folder, { recursive: true });
    await sandbox.post('/sandbox/reset');
    expect((await filledSandbox(first)).state.library_state).toBe('ready');
    expect((await filledSandbox(second)).state.library_state).toBe('ready');
    for (const { api } of [first, second]) {
      expect((await api.inSandbox().get('/documents')).body.pagination.total_count).toBe(2);
    }
    // One more, which both copied.
    expect(await organizations()).toBe(before + 2);
  });
});
