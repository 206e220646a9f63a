import { existsSync, readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Json } from '../../support/api/api-client.js';
import { readyManual, wheelManual } from '../../support/manuals/manual.js';
import { openPackage } from '../../../sdk/src/cli/offline/package-source.js';
import { verifyPackage } from '../../../sdk/src/cli/offline/verify-package.js';
import type { PublicKey } from '../../../sdk/src/cli/signed-file.js';
import { serviceZip } from '../../../sdk/test/support/service-zip.js';
import { Machine } from '../../support/scenes/command-line-scene.js';
import { downloadPackage, madePackage } from '../../support/scenes/offline-scene.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

type Files = Record<string, Uint8Array>;

describe('amk offline', () => {
  let world: TestWorld;
  let base: Json;
  let next: Json;
  let files: Files;
  const machine = new Machine(() => ({}));
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    const admin = await world.signIn({ role: 'admin' });
    const manual = await readyManual(admin.api, await wheelManual());
    const extra = await readyManual(admin.api, 'Grease the bearing weekly.', { title: 'Grease' });
    base = await madePackage(admin, { document_ids: [manual.id], title: 'Ramp' });
    next = await madePackage(admin, { document_ids: [manual.id, extra.id], base_package_id: base.id });
    machine.home.write('base.zip', await downloadPackage(world, admin, base.id as string));
    machine.home.write('next.zip', await downloadPackage(world, admin, next.id as string));
    files = unzipSync(readFileSync(machine.home.at('base.zip')));
    machine.home.write('keys.json', (await world.api.get('/.well-known/evidence-jwks.json')).text);
  });
  afterAll(async () => {
    machine.remove();
    await world.stop();
  });

  const verify = async (file: string, ...options: string[]): Promise<[number | null, Json]> => {
    const { code, output, errors } = await machine.run('offline', 'verify', file, '--json', ...options);
    return [code, output === '' ? errors : JSON.parse(output)];
  };
  const TRUSTED = ['--jwks', 'keys.json'];
  /** Verifies a package of other files. */
  const changed = async (change: (own: Files) => void): Promise<[number | null, Json]> => {
    const own = { ...files };
    change(own);
    machine.home.write('changed.zip', await serviceZip(own));
    return verify('changed.zip', ...TRUSTED);
  };
  const manifest = (): Json => JSON.parse(Buffer.from(files['manifest.json']!).toString());
  const asBytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

  it('verify accepts the package, packed and unpacked', async () => {
    const sound = { valid: true, intact: true, trusted: true, complete: true, expired: false, problem: null };
    expect(await verify('base.zip', ...TRUSTED)).toEqual([0, expect.objectContaining(sound)]);
    for (const [name, content] of Object.entries(files)) machine.home.write(`folder/${name}`, content);
    expect(await verify('folder', ...TRUSTED)).toEqual([0, expect.objectContaining(sound)]);
    const { code, output } = await machine.run('offline', 'verify', 'base.zip', ...TRUSTED);
    expect([code, output]).toEqual([0, expect.stringContaining('Wheels and brakes, revision Rev 4')]);
    const [untrusted, { valid, problem }] = await verify('base.zip', '--embedded-key');
    expect([untrusted, valid, problem]).toEqual([3, false, expect.stringContaining('anyone can make')]);
    expect((await verify('base.zip'))[0]).toBe(2);
  });

  it('verify finds one changed byte, and files that are missing or added', async () => {
    const source = Object.keys(files).find((name) => name.startsWith('files/'))!;
    for (const name of [source, 'index.html', 'README.txt']) {
      const [code, { intact, problem }] = await changed((own) => {
        own[name] = Uint8Array.from(own[name]!, (byte, at) => (at === 10 ? byte ^ 1 : byte));
      });
      expect([code, intact, problem]).toEqual([1, false, `${name} was changed`]);
    }
    const longer = await changed((own) => (own[source] = Buffer.concat([own[source]!, Buffer.from('x')])));
    expect([longer[0], longer[1].intact]).toEqual([1, false]);
    const less = await changed((own) => delete own[source]);
    expect([less[0], less[1].problem]).toEqual([1, `${source} is missing`]);
    for (const name of ['../evil.html', '/etc/evil', 'files/evil.html', 'files\\..\\..\\evil']) {
      const [code, { problem }] = await changed((own) => (own[name] = Buffer.from('evil')));
      expect([code, problem]).toEqual([1, expect.stringContaining('is not in the manifest')]);
    }
  });

  it('verify tells an expired package from a changed one', async () => {
    const { keys } = JSON.parse(readFileSync(machine.home.at('keys.json'), 'utf8')) as { keys: PublicKey[] };
    const at = async (now: number): Promise<unknown> => {
      const { valid, intact, expired } = await verifyPackage(await openPackage(machine.home.at('base.zip')), keys, now);
      return { valid, intact, expired };
    };
    const end = Date.parse(base.expires_at as string);
    expect(await at(end - 1)).toEqual({ valid: true, intact: true, expired: false });
    expect(await at(end)).toEqual({ valid: false, intact: true, expired: true });
    const compromised = keys.map((key) => ({ ...key, compromised_at: new Date().toISOString() }));
    const result = await verifyPackage(await openPackage(machine.home.at('base.zip')), compromised);
    expect([result.intact, result.problem]).toEqual([false, expect.stringContaining('others may know the key')]);
  });

  it('verify finds another manifest', async () => {
    const own = manifest();
    const shown = { ...own, payload: { ...own.payload, expires_at: '2999-01-01T00:00:00.000Z' } };
    const [head, , signature] = (own.jws as string).split('.');
    const forged = {
      ...shown,
      jws: [head, Buffer.from(asBytes(shown.payload)).toString('base64url'), signature].join('.'),
    };
    for (const file of [shown, forged, { ...own, jws: `${own.jws as string}.x` }])
      expect((await changed((other) => (other['manifest.json'] = asBytes(file))))[0]).toBe(1);
    expect((await changed((other) => (other['manifest.json'] = Buffer.from('{}'))))[0]).toBe(2);
    machine.home.write('broken.zip', readFileSync(machine.home.at('base.zip')).subarray(0, 500));
    expect((await verify('broken.zip', ...TRUSTED))[0]).toBe(2);
    machine.home.write('none.json', JSON.stringify({ keys: [] }));
    expect((await verify('base.zip', '--jwks', 'none.json'))[0]).toBe(1);
  });

  it('apply joins a package with its base, and nothing else', async () => {
    const [code, { complete, intact }] = await verify('next.zip', ...TRUSTED);
    expect([code, complete, intact]).toEqual([3, false, true]);
    const apply = async (from: string, to: string): Promise<number | null> =>
      (await machine.run('offline', 'apply', from, 'next.zip', '--to', to, ...TRUSTED)).code;
    expect(await apply('base.zip', 'joined/')).toBe(0);
    expect(await verify('joined', ...TRUSTED)).toEqual([0, expect.objectContaining({ valid: true, complete: true })]);
    expect(await apply('base.zip', 'joined')).toBe(2);
    expect(await apply('joined', 'again')).toBe(2);
    await changed((own) => (own['index.html'] = Buffer.from('evil')));
    expect([await apply('changed.zip', 'wrong'), existsSync(machine.home.at('wrong'))]).toEqual([3, false]);
  });
});
