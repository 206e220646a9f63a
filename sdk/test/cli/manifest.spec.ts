import { readManifest } from '../../src/cli/import/manifest.js';
import { TestFolder } from '../support/test-folder.js';

describe('the manifest of a folder', () => {
  let folder: TestFolder;
  afterEach(() => folder.remove());
  const read = async (files: Record<string, string>): Promise<unknown> => {
    folder = new TestFolder(files);
    const found = Object.keys(files).map((path) => ({ path, size: 1, mtime: 0 }));
    const { rows, file } = await readManifest(folder.root, found);
    return { file, rows: Object.fromEntries(rows) };
  };

  it.each([
    ['commas', 'path,title\r\n./a.txt,"One, two"\r\n'],
    ['semicolons and a byte order mark', '\ufeffPath;Title\na.txt;One, two\n\n'],
    ['tabs', 'path\ttitle\na.txt\tOne, two\n'],
  ])('is CSV with %s', async (_name, text) => {
    const rows = { 'a.txt': { title: 'One, two' } };
    expect(await read({ 'Manifest.CSV': text })).toEqual({ file: 'Manifest.CSV', rows });
  });

  it('is JSON, and its paths compare in one Unicode form', async () => {
    const text = JSON.stringify([{ path: 'O\u0308l.txt', version: '2', title: null, access: '' }]);
    expect(await read({ 'manifest.json': text })).toEqual({
      file: 'manifest.json',
      rows: { '\u00d6l.txt': { version: '2' } },
    });
    expect(await read({ 'sub/manifest.csv': 'x' })).toEqual({ file: null, rows: {} });
  });

  it.each([
    ['an unknown column', { 'manifest.csv': 'path,tittle\na.txt,x' }, /row 1 has the unknown field "tittle"/],
    ['a row without a path', { 'manifest.csv': 'path,title\na.txt,x\n,y' }, /row 2 has no path/],
    ['a repeated path', { 'manifest.csv': 'path\na.txt\n./a.txt' }, /row 2 repeats/],
    ['a number', { 'manifest.json': '[{"path": "a", "version": 2}]' }, /version must be a text/],
    ['no array', { 'manifest.json': '{}' }, /must be an array/],
    ['text that is not CSV', { 'manifest.csv': 'path,title\n"a' }, /cannot be read/],
    ['text that is not JSON', { 'manifest.json': '[' }, /cannot be read/],
    ['two manifests', { 'manifest.csv': 'path', 'manifest.json': '[]' }, /both/],
  ])('is refused with %s', async (_name, files, message) => {
    await expect(read(files as Record<string, string>)).rejects.toThrow(message);
  });
});
