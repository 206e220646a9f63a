import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyPackage } from '../../src/cli/offline/apply-package.js';
import { openPackage } from '../../src/cli/offline/package-source.js';
import { verifyPackage, type PackageVerification } from '../../src/cli/offline/verify-package.js';
import type { PublicKey } from '../../src/cli/signed-file.js';
import { directoryOf, serviceZip } from '../support/service-zip.js';
import { TestFolder } from '../support/test-folder.js';

type Files = Record<string, Uint8Array>;

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { e, kty, n } = publicKey.export({ format: 'jwk' }) as Record<string, string>;
const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
const KEYS = [{ e, kty, n, kid }] as PublicKey[];
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const text = (content: string): Uint8Array => Buffer.from(content);

const SOURCE = text('torque 120 Nm');
const SOURCE_NAME = `files/${hashOf(SOURCE)}.txt`;
const FILES: Files = { 'README.txt': text('Read me.'), 'index.html': text('<p>GOOD</p>'), [SOURCE_NAME]: SOURCE };

/** A package that is signed by the test's key. */
function signedPackage(files: Files, changes: object = {}): Files {
  const list = Object.entries(files).map(([name, bytes]) => ({ name, size: bytes.length, sha256: hashOf(bytes) }));
  const payload = {
    ...{ package_version: 1, issuer: 'https://amks.test', livemode: true, package_id: 'pack_1', base_package_id: null },
    ...{ title: null, organization: { id: 'org_1', name: 'Org' }, made_by: null, documents: [], files: list },
    ...{ made_at: '2026-01-01T00:00:00.000Z', expires_at: '2999-01-01T00:00:00.000Z' },
    ...changes,
  };
  const parts = [{ alg: 'RS256', typ: 'offline-package+jws', kid }, payload];
  const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const jws = `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`;
  return { ...files, 'manifest.json': text(JSON.stringify({ payload, jws, public_key: KEYS[0] })) };
}

describe('offline packages', () => {
  const folder = new TestFolder();
  afterAll(() => folder.remove());

  const verified = async (content: Uint8Array): Promise<PackageVerification> => {
    folder.write('package.zip', content);
    return verifyPackage(await openPackage(folder.at('package.zip')), KEYS);
  };
  let sound: Buffer;
  let directoryAt: number;
  beforeAll(async () => {
    sound = await serviceZip(signedPackage(FILES));
    directoryAt = sound.readUInt32LE(sound.length - 6);
  });
  /** Puts bytes before an offset, after which the end names the directory where it is now. */
  const inserted = (at: number, bytes: Uint8Array): Buffer => {
    const made = Buffer.concat([sound.subarray(0, at), bytes, sound.subarray(at)]);
    made.writeUInt32LE(made.readUInt32LE(made.length - 6) + bytes.length, made.length - 6);
    return made;
  };

  it('are valid as they were signed', async () => {
    expect(await verified(sound)).toMatchObject({ valid: true, complete: true, problem: null });
  });

  it('are refused with anything that their directory does not name', async () => {
    const evil = await serviceZip({ 'index.html': text('EVIL') });
    const entry = evil.subarray(0, evil.readUInt32LE(evil.length - 6));
    for (const content of [
      inserted(directoryAt, entry),
      inserted(sound.length - 22, entry),
      Buffer.concat([sound, entry]),
      Buffer.concat([entry, sound]),
      Buffer.concat([sound, sound.subarray(-22)]),
    ])
      await expect(verified(content)).rejects.toThrow('is not a ZIP file as the service makes it');
  });

  it('are refused if an entry says something else than the directory, or has more than its content', async () => {
    for (const field of [4, 6, 8, 10, 12, 14, 18, 22, 26, 28, 30]) {
      const made = Buffer.from(sound);
      made[field]! ^= 4;
      await expect(verified(made)).rejects.toThrow('is not a ZIP file');
    }
    const [length, name] = [sound.readUInt32LE(directoryAt + 20), sound.readUInt16LE(26)];
    const longer = inserted(30 + name + length, Buffer.alloc(50));
    const [first, ...others] = directoryOf(longer);
    longer.writeUInt32LE(length + 50, first! + 20);
    longer.writeUInt32LE(length + 50, 30 + name + length + 50 + 8);
    for (const at of others) longer.writeUInt32LE(longer.readUInt32LE(at + 42) + 50, at + 42);
    expect(await verified(longer)).toMatchObject({ intact: false, problem: expect.stringContaining('ends before') });
  });

  it('are refused if tools would unpack a file under another name, or as something else', async () => {
    const at = directoryOf(sound)[2]!;
    const name = sound.subarray(at + 46, at + 46 + sound.readUInt16LE(at + 28));
    expect(name.toString()).toBe(SOURCE_NAME);
    // A Unicode path of Info-ZIP: unzip writes the source file over index.html.
    const path = Buffer.concat([Buffer.from([0x75, 0x70, 15, 0, 1]), Buffer.alloc(4), text('index.html')]);
    path.writeUInt32LE(crc32(name), 5);
    const after = at + 46 + name.length + sound.readUInt16LE(at + 30);
    for (const [place, kept] of [
      [after, 9],
      [after - 9, 0],
    ] as const) {
      const renamed = Buffer.concat([sound.subarray(0, place), path, sound.subarray(after)]);
      renamed.writeUInt16LE(kept + path.length, at + 30);
      renamed.writeUInt32LE(sound.length - 22 - directoryAt + path.length + kept - 9, renamed.length - 10);
      for (const flags of [(1 << 3) | (1 << 11), 1 << 3]) {
        for (const field of [at + 8, sound.readUInt32LE(at + 42) + 6]) renamed.writeUInt16LE(flags, field);
        await expect(verified(renamed)).rejects.toThrow(`${SOURCE_NAME} is described in another way`);
      }
    }
    // Who made it, needed version, flags, extra field, comment, disk, attributes (a link), and the kind of the extra field.
    const link = Buffer.from(sound);
    link.writeUInt32LE((0o120777 << 16) >>> 0, at + 38);
    await expect(verified(link)).rejects.toThrow('is described in another way');
    for (const field of [4, 5, 6, 8, 9, 10, 30, 32, 34, 36, 38, 40, 41, 46 + name.length, 50 + name.length]) {
      const made = Buffer.from(sound);
      made[at + field]! ^= 2;
      await expect(verified(made)).rejects.toThrow('is not a ZIP file');
    }
  });

  it('are refused with a name that no package has, also a signed one', async () => {
    for (const name of ['../evil.html', '/etc/evil', 'files/../../evil', 'files\\evil', 'evil.html'])
      expect(await verified(await serviceZip(signedPackage({ ...FILES, [name]: text('evil') })))).toMatchObject({
        ...{ intact: false, problem: expect.stringContaining('which no package contains') },
      });
  });

  it('are refused with another structure', async () => {
    for (const changes of [{ package_version: 2 }, { files: undefined }, { files: [{}] }, { expires_at: 'soon' }])
      expect(await verified(await serviceZip(signedPackage(FILES, changes)))).toMatchObject({
        valid: false,
        intact: false,
      });
  });

  it('lack only files that are marked as those of the base', async () => {
    const { [SOURCE_NAME]: source, ...rest } = FILES;
    const list = Object.entries(FILES).map(([name, bytes]) => ({ name, size: bytes.length, sha256: hashOf(bytes) }));
    const base_package_id = 'pack_0';
    const stripped = signedPackage(rest, { base_package_id, files: list });
    expect([await verified(await serviceZip(stripped)), source]).toMatchObject([
      ...[{ intact: false, problem: `${SOURCE_NAME} is missing` }, SOURCE],
    ]);
    const marked = list.map((one) => (one.name === SOURCE_NAME ? { ...one, in_base: true } : one));
    const update = signedPackage(rest, { base_package_id, files: marked });
    expect(await verified(await serviceZip(update))).toMatchObject({
      ...{ valid: false, intact: true, complete: false, problem: 'it needs files of its base pack_0' },
    });
  });

  it('are joined in a folder, of one organization, and say that they expired', async () => {
    const { [SOURCE_NAME]: source, ...rest } = FILES;
    const list = [...Object.entries(rest), [SOURCE_NAME, source!] as const].map(([name, bytes]) => ({
      ...{ name, size: bytes.length, sha256: hashOf(bytes), ...(name === SOURCE_NAME && { in_base: true }) },
    }));
    const changes = { package_id: 'pack_2', base_package_id: 'pack_1', files: list };
    folder.write('base.zip', sound);
    const join = async (more: object, to: string): Promise<{ problem: string | null }> => {
      folder.write('update.zip', await serviceZip(signedPackage(rest, { ...changes, ...more })));
      return applyPackage(folder.at('base.zip'), folder.at('update.zip'), to, KEYS);
    };
    folder.write('joined.partial/own.txt', 'kept');
    expect((await join({}, `${folder.at('joined')}/`)).problem).toBeNull();
    expect(readdirSync(folder.at('joined')).sort()).toEqual(['README.txt', 'files', 'index.html', 'manifest.json']);
    expect(existsSync(folder.at('joined.partial/own.txt'))).toBe(true);
    const late = await join({ expires_at: '2026-01-02T00:00:00.000Z' }, folder.at('late'));
    expect(late.problem).toContain('expired');
    await expect(join({ organization: { id: 'org_2', name: '' } }, folder.at('other'))).rejects.toThrow('another');
    expect(existsSync(folder.at('other'))).toBe(false);
  });
});
