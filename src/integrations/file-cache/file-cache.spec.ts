import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FileCache } from './file-cache.js';

const keyOf = (name: string): string => createHash('sha256').update(name).digest('hex');
const KIBIBYTE = 1024;

describe('FileCache', () => {
  let folder: string;
  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'cache-')), 'made', 'later');
  });
  afterEach(() => rm(path.resolve(folder, '../..'), { recursive: true, force: true }));

  const cacheOf = (kibibytes: number) => new FileCache({ folder, maxBytes: kibibytes * KIBIBYTE });
  const fill = async (cache: FileCache, names: string[]) => {
    for (const name of names) await cache.write(keyOf(name), Buffer.alloc(KIBIBYTE, name));
  };
  const kept = async (cache: FileCache, names: string[]) => {
    const contents = await Promise.all(names.map((name) => cache.read(keyOf(name))));
    return names.filter((_, i) => contents[i] !== null);
  };
  const files = async () => (await readdir(folder, { recursive: true })).filter((name) => name.length > 2);

  it('gives back what it was given, readable by the owner only', async () => {
    const content = randomBytes(100 * KIBIBYTE);
    const cache = cacheOf(200);
    expect(await cache.read(keyOf('a'))).toBeNull();
    await cache.write(keyOf('a'), content);
    expect(await cache.read(keyOf('a'))).toEqual(content);
    const [file] = await files();
    expect((await stat(path.join(folder, file!))).mode & 0o777).toBe(0o600);
  });

  it('lets go what was used longest ago', async () => {
    const cache = cacheOf(3);
    await fill(cache, ['a', 'b', 'c']);
    await cache.read(keyOf('a'));
    await fill(cache, ['d']);
    expect(await kept(cache, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
    expect(await files()).toHaveLength(3);
  });

  it('replaces an entry, whose size then counts once', async () => {
    const cache = cacheOf(2);
    await fill(cache, ['a', 'b', 'b', 'b']);
    expect(await kept(cache, ['a', 'b'])).toEqual(['a', 'b']);
  });

  it('keeps nothing beyond its limit', async () => {
    const cache = cacheOf(0);
    await fill(cache, ['a']);
    expect(await files()).toEqual([]);
  });

  it('goes on with what an earlier process left', async () => {
    await fill(cacheOf(10), ['a', 'b', 'c']);
    const used = (name: string, secondsAgo: number) => {
      const at = new Date(Date.now() - secondsAgo * 1000);
      return utimes(path.join(folder, keyOf(name).slice(0, 2), keyOf(name)), at, at);
    };
    await used('a', 10);
    await used('b', 30);
    await used('c', 20);
    const cache = cacheOf(3);
    await fill(cache, ['d']);
    expect(await kept(cache, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
  });

  it('removes what died half written, once nobody can be at it', async () => {
    await mkdir(path.join(folder, 'ab'), { recursive: true });
    const [old, fresh] = ['old', 'fresh'].map((name) => path.join(folder, 'ab', `${keyOf(name)}.draft`));
    await writeFile(old!, 'half');
    await writeFile(fresh!, 'half');
    const twoHoursAgo = new Date(Date.now() - 2 * 3600 * 1000);
    await utimes(old!, twoHoursAgo, twoHoursAgo);
    await fill(cacheOf(10), ['a']);
    expect((await files()).map((name) => path.basename(name)).sort()).toEqual(
      [`${keyOf('fresh')}.draft`, keyOf('a')].sort(),
    );
  });

  it('removes all whose keys begin alike, and no others', async () => {
    const cache = new FileCache({ folder, maxBytes: 1_000 });
    const [one, two, other] = ['1', '2', '3'].map((end, i) => `${i < 2 ? 'ab' : 'ac'}`.repeat(31) + `0${end}`) as [
      string,
      string,
      string,
    ];
    for (const name of [one, two, other]) await cache.write(name, Buffer.from(name));
    await cache.removeAll('ab'.repeat(16));
    await cache.removeAll('ff');
    expect([await cache.read(one), await cache.read(two), (await cache.read(other))?.toString()]).toEqual([
      null,
      null,
      other,
    ]);
  });

  it('takes no key that could lead out of its folder', async () => {
    await expect(cacheOf(1).read('../secret')).rejects.toThrow(TypeError);
    await expect(cacheOf(1).write(`${keyOf('a')}/..`, Buffer.alloc(1))).rejects.toThrow(TypeError);
  });
});
