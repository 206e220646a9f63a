import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { FolderGoneError, walk, type Folder } from '../../src/cli/import/walk.js';
import { TestFolder } from '../support/test-folder.js';

describe('the walk over a folder', () => {
  let folder: TestFolder;
  afterEach(() => folder.remove());
  const look = (exclude: string[] = []): Promise<Folder> =>
    walk(folder.root, new Set(exclude.map((name) => folder.at(name))), new AbortController().signal);

  it('finds files in the order of their numbers, without debris of systems and links', async () => {
    folder = new TestFolder({
      ...{ 'a/task 10.txt': 'ten', 'a/task 9.txt': 'nine', 'a/b/c/Größe.pdf': 'x', 'own.csv': '' },
      ...{ '.DS_Store': '', '.git/config': '', 'a/~$task.docx': '', 'THUMBS.DB': '', '__MACOSX/a/x': '' },
    });
    symlinkSync('/etc', folder.at('etc'));
    symlinkSync(folder.at('own.csv'), folder.at('a/link.csv'));
    execFileSync('mkfifo', [folder.at('pipe')]);
    const { files, failures, leftOut } = await look(['own.csv']);
    expect(files.map(({ path, size }) => [path, size])).toEqual([
      ['a/b/c/Größe.pdf', 1],
      ['a/task 9.txt', 4],
      ['a/task 10.txt', 3],
    ]);
    expect([failures, leftOut]).toEqual([[], { hidden: 5, links: 2, special: 1 }]);
  });

  it('reports names that no archive can hold', async () => {
    folder = new TestFolder({ 'C:manual.txt': 'x', 'a\\b.txt': 'x', 'c.txt': 'x' });
    execFileSync('sh', ['-c', `printf x > "$(printf '%s/\\351.txt' "$1")"`, 'sh', folder.root]);
    const { files, failures } = await look();
    expect(files.map(({ path }) => path)).toEqual(['c.txt']);
    expect(failures.map(({ path, code }) => [path, code]).sort()).toEqual([
      ['C:manual.txt', 'file_name'],
      ['a\\b.txt', 'file_name'],
      ['\ufffd.txt', 'file_name'],
    ]);
  });

  it('reports folders that it may not read, and goes on', async () => {
    folder = new TestFolder({ 'a/b.txt': 'x', 'c.txt': 'x' });
    chmodSync(folder.at('a'), 0);
    const { files, failures } = await look();
    // The superuser may read everything.
    const isSuperuser = process.getuid?.() === 0;
    expect(files.map(({ path }) => path)).toEqual(isSuperuser ? ['a/b.txt', 'c.txt'] : ['c.txt']);
    expect(failures.map(({ path, code }) => [path, code])).toEqual(isSuperuser ? [] : [['a', 'unreadable']]);
    chmodSync(folder.at('a'), 0o700);
  });

  it('ends when the folder itself does not exist', async () => {
    folder = new TestFolder();
    rmSync(folder.root, { recursive: true });
    await expect(look()).rejects.toThrow(FolderGoneError);
  });
});
