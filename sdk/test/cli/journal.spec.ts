import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { Journal, journalPath, lockOf } from '../../src/cli/import/journal.js';
import { StopError } from '../../src/cli/exit.js';
import { TestFolder } from '../support/test-folder.js';

const TARGET = 'http://service/v1 org_1';
const FILE = { path: 'a.txt', size: 1, mtime: 5, row: undefined, settings: 's' };
const CREATED = { ...{ path: 'a.txt', size: 1, mtime: 5, settings: 's' }, state: 'created', document_id: 'd' } as const;

describe('the journal', () => {
  let folder: TestFolder;
  let file: string;
  beforeEach(() => {
    folder = new TestFolder();
    file = journalPath(folder.root);
  });
  afterEach(() => folder.remove());
  const reopened = async (target = TARGET): Promise<Journal> => {
    const journal = await Journal.open(file, target);
    journal.close();
    return journal;
  };

  it('has outcomes and open batches again, for one target', async () => {
    const journal = await Journal.open(file, TARGET);
    for (const id of ['b1', 'b2', 'b3']) journal.sent(id, [FILE]);
    journal.accepted('b2', 'import_2');
    journal.settled(CREATED);
    journal.filed('b2');
    journal.ended('b3');
    journal.close();
    const { files, batches } = await reopened();
    expect([...files.values()]).toEqual([CREATED]);
    const sent = JSON.parse(JSON.stringify(FILE)) as object;
    expect([...batches.values()]).toEqual([
      { id: 'b1', files: [sent], importId: null, isFiled: false },
      { id: 'b2', files: [sent], importId: 'import_2', isFiled: true },
    ]);
    const other = await reopened('http://other/v1 org_1');
    expect([other.files.size, other.batches.size]).toEqual([0, 0]);
    expect((await reopened()).files.size).toBe(1);
    expect((await Journal.read(file, TARGET)).files.size).toBe(1);
  });

  it('loses only the line that a crash cut off', async () => {
    const journal = await Journal.open(file, TARGET);
    journal.settled(CREATED);
    journal.settled({ ...CREATED, path: 'b.txt' });
    journal.close();
    truncateSync(file, readFileSync(file).length - 20);
    const after = await Journal.open(file, TARGET);
    expect([...after.files.keys()]).toEqual(['a.txt']);
    after.settled({ ...CREATED, path: 'c.txt' });
    after.close();
    appendFileSync(file, '"text"\nnull\n{"type":7}\n');
    expect([...(await reopened()).files.keys()]).toEqual(['a.txt', 'c.txt']);
  });

  it('is not created to be read', async () => {
    expect((await Journal.read(file, TARGET)).files.size).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  it('belongs to one command, until that ends or dies', async () => {
    const lock = (pid: number, host = os.hostname()): void =>
      writeFileSync(lockOf(file), JSON.stringify({ pid, host }));
    lock(process.ppid);
    await expect(Journal.open(file, TARGET)).rejects.toThrow(StopError);
    lock(1, 'elsewhere');
    await expect(Journal.open(file, TARGET)).rejects.toThrow(/on elsewhere/);
    lock(spawnSync('true').pid);
    await reopened();
    writeFileSync(lockOf(file), 'torn');
    await reopened();
    expect(existsSync(lockOf(file))).toBe(false);
  });

  it('names what to do where it cannot be written', async () => {
    await expect(Journal.open(`${folder.root}`, TARGET)).rejects.toThrow(/--journal/);
  });
});
