import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DataDirectoryLock } from './data-directory-lock.js';
import { DataDirectoryInUseError } from './embedded-postgres.errors.js';
import { isRunning, processIdentity, type ProcessIdentity } from './process-identity.js';

describe('DataDirectoryLock', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const acquire = () => DataDirectoryLock.acquire('/srv/data', folder);
  const leaveOwner = (owner: ProcessIdentity | string) =>
    writeFileSync(path.join(folder, '7'), typeof owner === 'string' ? owner : JSON.stringify(owner));

  it('has one holder, and names it together with the folder and the ways out', () => {
    const lock = acquire();
    let refusal: unknown;
    try {
      acquire();
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(DataDirectoryInUseError);
    expect(refusal).toMatchObject({ dataDir: '/srv/data', pid: process.pid });
    for (const part of ['/srv/data', String(process.pid), 'DATA_DIR', 'DATABASE_URL']) {
      expect((refusal as Error).message).toContain(part);
    }

    lock.release();
    acquire().release();
  });

  it('respects another living process', () => {
    leaveOwner(processIdentity(process.ppid)!);
    expect(acquire).toThrow(DataDirectoryInUseError);
  });

  it('passes from a dead owner', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    leaveOwner({ pid, startedAt: '' });
    acquire().release();
    expect(readdirSync(folder)).toEqual(['8']);
  });

  it('passes from a dead owner whose pid now belongs to another process', () => {
    leaveOwner({ pid: process.ppid, startedAt: 'before the last boot:1' });
    acquire().release();
  });

  it.each(['', '{"pid":1', '\0\0'])('passes from an owner that left %j when the machine went down', (content) => {
    leaveOwner(content);
    acquire().release();
  });
});

describe('processIdentity', () => {
  it('stays the same while a process lives and ends with it', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const identity = processIdentity(child.pid!)!;
    expect(processIdentity(child.pid!)).toEqual(identity);
    expect(isRunning(identity)).toBe(true);

    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isRunning(identity)).toBe(false);
    expect(processIdentity(child.pid!)).toBeNull();
  });

  it('tells two runs apart that had the same pid', () => {
    expect(isRunning({ pid: process.pid, startedAt: 'another run' })).toBe(false);
  });
});
