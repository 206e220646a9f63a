import { fork, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  constants,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { residentBytes } from './child-watchdog.js';
import { compiledFile, projectRoot } from './installation.js';
import { unusedAccount, type Account } from './reserved-ids.js';

export interface ParserProcessOptions {
  /** Name of the program, as `program` takes it. */
  script: string;
  args?: readonly string[];
  /** Limit of resident memory in bytes; the JavaScript heap is limited to three quarters. */
  maxMemoryBytes: number;
  /** Folder for lent files, on the file system of the files, so that nothing is copied. */
  folder?: string;
  env?: NodeJS.ProcessEnv;
  stderr: 'pipe' | 'ignore';
}

/** Events of a child process, as Node names them. */
export interface ProcessListeners {
  message: (message: never) => void;
  error: (error: Error) => void;
  close: (code: number | null, signal: NodeJS.Signals | null) => void;
}

const MEGABYTE = 1024 ** 2;
/** Largest share of its memory limit with which a process is kept: the next file needs the rest. */
const KEPT_MEMORY = 1 / 3;
/** Age after which a folder of another machine's process is removed. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

const swept = new Set<string>();
let ownGroup: Pick<Account, 'gid'> | 'none' | undefined;

/**
 * A process that parses an uploaded file. Node's permission model confines it to reading the code of the service and
 * the lent file; it cannot start programs, or threads with other rights. If the service runs as root, the process
 * runs under an account that nothing else uses, not even another parser. It inherits no environment variables.
 */
export class ParserProcess {
  readonly child: ChildProcess;
  private readonly folder: string;
  private readonly maxMemoryBytes: number;
  private readonly account = parserAccount();
  private lent: { file: string; name: Promise<string> } | null = null;
  private isKilled = false;
  /** Between tasks, a message is no answer: the process is out of control. */
  private readonly onStray = (): void => this.kill();

  constructor({ script, args = [], maxMemoryBytes, folder = os.tmpdir(), env = {}, stderr }: ParserProcessOptions) {
    this.folder = this.makeFolder(folder);
    this.maxMemoryBytes = maxMemoryBytes;
    const heapMegabytes = Math.max(64, Math.floor((maxMemoryBytes / MEGABYTE) * 0.75));
    this.child = fork(compiledFile(script), [...args], {
      ...this.account,
      // Node changes to it before it drops root: the account may have no access to its parents.
      cwd: this.folder,
      // The environment of the parent holds keys and passwords. Libraries need a home folder, which the account lacks.
      env: { HOME: this.folder, ...env },
      execArgv: [`--max-old-space-size=${heapMegabytes}`, ...permissions(compiledFile(script), this.folder)],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', stderr, 'ipc'],
    });
    // Also if it could not start.
    this.child.once('close', () => void rm(this.folder, { recursive: true, force: true }).catch(() => undefined));
  }

  get isOver(): boolean {
    return this.isKilled || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Makes a file readable for the process and returns its path there. @throws Error of the file system, also if the process has ended */
  lend(file: string): Promise<string> {
    if (this.lent?.file !== file) {
      const name = `file-${path.basename(file)}`;
      this.lent = { file, name: this.give(file, name) };
    }
    return this.lent.name;
  }

  /**
   * After a successful task: removes the lent file from the folder of the process, and ends a process that holds too much memory for the
   * next file, or whose memory the system does not report.
   */
  async release(): Promise<void> {
    const name = await this.lent?.name;
    this.lent = null;
    try {
      if (name !== undefined) await rm(path.join(this.folder, name), { force: true });
      const resident = await residentBytes(this.child.pid);
      if (resident === 0 || resident > this.maxMemoryBytes * KEPT_MEMORY) this.kill();
    } catch {
      this.kill();
    }
  }

  /** Adds listeners for one task and keeps the parent alive. @returns a function that undoes both */
  listen(listeners: ProcessListeners): () => void {
    this.child.off('message', this.onStray);
    const entries = Object.entries(listeners) as [string, (...values: unknown[]) => void][];
    for (const [event, listener] of entries) this.child.on(event, listener);
    this.holdParent(true);
    return () => {
      for (const [event, listener] of entries) this.child.off(event, listener);
      this.child.on('message', this.onStray);
      this.holdParent(false);
    };
  }

  /** Whether the process keeps its parent alive. An idle process must not. */
  holdParent(holds: boolean): void {
    const act = holds ? 'ref' : 'unref';
    this.child[act]();
    this.child.channel?.[act]();
    (this.child.stderr as Socket | null)?.[act]();
  }

  kill(): void {
    this.isKilled = true;
    this.child.kill('SIGKILL');
  }

  private makeFolder(base: string): string {
    mkdirSync(base, { recursive: true, mode: 0o700 });
    const mine = `parser-${os.hostname()}-`;
    if (!swept.has(base)) sweep(base, mine);
    swept.add(base);
    const folder = realpathSync(mkdtempSync(path.join(base, `${mine}${process.pid}-`)));
    if (this.account) {
      chownSync(folder, 0, this.account.gid);
      chmodSync(folder, 0o750);
    }
    return folder;
  }

  private async give(file: string, name: string): Promise<string> {
    const to = path.join(this.folder, name);
    try {
      linkSync(file, to);
    } catch {
      // Another file system, or one without hard links.
      await copyFile(file, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    }
    if (this.account) {
      chownSync(to, statSync(to).uid, this.account.gid);
      chmodSync(to, 0o640);
    }
    return name;
  }
}

/**
 * An account per process, so that parsers cannot read each other's files; they share a group. Null if the service does not run as root, and
 * (with a warning) if other users cannot read its code or Node.
 */
function parserAccount(): Account | null {
  ownGroup ??= process.getuid?.() === 0 && areProgramsReadable() ? { gid: unusedAccount().gid } : 'none';
  return ownGroup === 'none' ? null : { uid: unusedAccount().uid, gid: ownGroup.gid };
}

function areProgramsReadable(): boolean {
  const programs = [process.execPath, compiledFile(''), path.join(projectRoot(), 'node_modules')];
  const closed = programs.find((file) => !isOpenToOthers(file));
  if (closed === undefined) return true;
  process.emitWarning(`Uploaded files are parsed as root, because other users cannot read ${closed}.`, {
    code: 'PARSERS_ARE_ROOT',
  });
  return false;
}

function isOpenToOthers(file: string): boolean {
  const real = realpathSync(file);
  if ((statSync(real).mode & 0o004) === 0) return false;
  for (let folder = path.dirname(real); ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

function permissions(script: string, folder: string): string[] {
  const isStable = process.allowedNodeEnvironmentFlags.has('--permission');
  const code = ['dist', 'node_modules'].map((name) => path.join(projectRoot(), name, '*'));
  const readable = [script, ...code, path.join(projectRoot(), 'package.json'), path.join(folder, '*')];
  return [
    isStable ? '--permission' : '--experimental-permission',
    ...readable.map((file) => `--allow-fs-read=${file}`),
    '--allow-addons',
    '--allow-worker',
    '--no-warnings',
  ];
}

/** Removes folders of killed services: the original files may be deleted by now. */
function sweep(base: string, mine: string): void {
  for (const name of readdirSync(base).filter((entry) => entry.startsWith('parser-'))) {
    const folder = path.join(base, name);
    const pid = name.startsWith(mine) ? Number.parseInt(name.slice(mine.length), 10) : null;
    const isOver = pid === null ? Date.now() - mtimeOf(folder) > STALE_AFTER_MS : !isAlive(pid);
    if (isOver) void rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function mtimeOf(folder: string): number {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
