import { appendFileSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { pack, type Packed } from '../../src/cli/import/archive.js';
import type { Candidate, Row } from '../../src/cli/import/outcome.js';
import { FolderGoneError, measured } from '../../src/cli/import/walk.js';
import { TestFolder } from '../support/test-folder.js';

describe('the archive of a batch', () => {
  const files = { 'a.txt': 'a'.repeat(9_000), 'sub/Öl.pdf': '%PDF', 'c.bin': new Uint8Array(5), 'd.xml': '' };
  let folder: TestFolder;
  let target: TestFolder;
  beforeEach(() => {
    folder = new TestFolder(files);
    target = new TestFolder();
  });
  afterEach(() => [folder, target].forEach((one) => one.remove()));

  const seen = (rows: Record<string, Row> = {}): Candidate[] =>
    Object.keys(files).map((path) => ({
      ...{ path, row: rows[path], settings: '' },
      ...measured(statSync(folder.at(path))),
    }));
  const packed = async (candidates: Candidate[]): Promise<Packed & { entries: Record<string, Uint8Array> }> => {
    const result = await pack(folder.root, candidates, target.at('a.zip'), new AbortController().signal);
    const entries = result.files.length > 0 ? unzipSync(readFileSync(target.at('a.zip'))) : {};
    return { ...result, entries };
  };
  const lost = ({ failures }: Packed): string[] => failures.map(({ path, code }) => `${path} ${code}`).sort();

  it('has the files, and only their rows of the manifest', async () => {
    const { entries, failures } = await packed(seen({ 'sub/Öl.pdf': { title: 'Oil' } }));
    expect(failures).toEqual([]);
    const { 'manifest.json': manifest, ...others } = entries;
    expect(JSON.parse(Buffer.from(manifest!).toString())).toEqual([{ title: 'Oil', path: 'sub/Öl.pdf' }]);
    const texts = Object.entries(others).map(([name, content]) => [name, Buffer.from(content)]);
    expect(Object.fromEntries(texts)).toEqual(
      Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])),
    );
    expect(statSync(target.at('a.zip')).size).toBeLessThan(2_000);
  });

  it('leaves out files that vanish, change or become links, and keeps the others', async () => {
    const candidates = seen();
    rmSync(folder.at('a.txt'));
    appendFileSync(folder.at('sub/Öl.pdf'), 'more');
    renameSync(folder.at('c.bin'), folder.at('moved'));
    symlinkSync(folder.at('moved'), folder.at('c.bin'));
    const result = await packed(candidates);
    expect(Object.keys(result.entries)).toEqual(['d.xml']);
    expect(lost(result)).toEqual(['a.txt vanished', 'c.bin changed', 'sub/Öl.pdf changed']);
  });

  it('takes a file by its time, also of one size', async () => {
    const candidates = seen();
    utimesSync(folder.at('c.bin'), 1, 1);
    expect(lost(await packed(candidates))).toEqual(['c.bin changed']);
    expect(lost(await packed(seen()))).toEqual([]);
  });

  it('is not made when nothing is left of its files, or of the folder', async () => {
    const candidates = seen();
    for (const name of Object.keys(files)) rmSync(folder.at(name));
    expect((await packed(candidates)).files).toEqual([]);
    rmSync(folder.root, { recursive: true });
    await expect(packed(candidates)).rejects.toThrow(FolderGoneError);
  });
});
