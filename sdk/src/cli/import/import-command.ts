import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ConnectionError } from '../../index.js';
import { connect } from '../connection.js';
import { EXIT, Interrupted, StopError, UsageError } from '../exit.js';
import { explain } from '../explain.js';
import type { Report } from './events.js';
import { Journal, journalPath, lockOf } from './journal.js';
import { isManifest } from './manifest.js';
import { HELP, readOptions, type ImportOptions } from './options.js';
import { reporterFor } from './reporter.js';
import { ImportSession } from './session.js';
import { FolderGoneError, walk } from './walk.js';

const INTERRUPTED = 'Interrupted. What was sent continues in the service. Run the same command again to resume';
const VISIBLE_KEY = 'amk import: --key can be seen by other users of this machine. Prefer AMK_API_KEY or --key-file\n';

/** `amk import`. Returns the exit code. @throws UsageError; StopError; Interrupted; ApiError; ConnectionError */
export async function runImport(args: string[]): Promise<number> {
  const options = await readOptions(args);
  if (!options) {
    process.stdout.write(HELP);
    return EXIT.done;
  }
  if (options.connection.key !== undefined) process.stderr.write(VISIBLE_KEY);
  const report = reporterFor(process.stdout, options.isJson, options.isDryRun);
  const { signal, release } = interruption();
  try {
    return await importFolder(options, report, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw signal.reason as Error;
  } finally {
    release();
  }
}

async function importFolder(options: ImportOptions, report: Report, signal: AbortSignal): Promise<number> {
  const waits = (seconds: number): void => report({ event: 'waiting', reason: 'the service asked to', seconds });
  const { client, baseUrl } = connect(options.connection, waits);
  const { data: user } = await client.GET('/users/me', { signal, retries: 3 });
  const { data: rights } = await client.GET('/users/me/permissions', { signal });
  if (!rights.permissions.includes('document.manage'))
    throw new StopError(
      'The API key cannot import. Create one with the scope document.manage, as an administrator or manager',
    );
  const file = options.journal ?? journalPath(options.root);
  const target = `${baseUrl} ${user.organization_id}`;
  const journal = await (options.isDryRun ? Journal.read(file, target) : Journal.open(file, target));
  const session = new ImportSession(options, client, journal, report, signal);
  const close = (): void => {
    session.close();
    journal.close();
  };
  process.once('exit', close);
  try {
    const exclude = new Set([...options.ownFiles, file, lockOf(file)]);
    if (options.isWatching) return await watch(options, session, exclude, report, signal);
    const failures = await session.pass(await walk(options.root, exclude, signal));
    return failures === 0 ? EXIT.done : EXIT.failed;
  } finally {
    process.off('exit', close);
    close();
  }
}

/**
 * Looks at the folder again and again: notifications do not work on network shares. Takes a file when two looks find it the same.
 * Returns never; ends by an error.
 */
async function watch(
  { root, intervalMs }: ImportOptions,
  session: ImportSession,
  exclude: ReadonlySet<string>,
  report: Report,
  signal: AbortSignal,
): Promise<never> {
  report({ event: 'watching', folder: root, seconds: intervalMs / 1000 });
  let before = new Map<string, string>();
  let problem: string | null = null;
  // Later, what is wrong is the manifest, which can be corrected meanwhile.
  let hasPassed = false;
  for (;;) {
    try {
      const folder = await walk(root, exclude, signal);
      const now = new Map(folder.files.map(({ path, size, mtime }) => [path, `${size} ${mtime}`]));
      const settled = folder.files.filter(({ path }) => before.get(path) === now.get(path));
      const isManifestMoving = folder.files.some((file) => isManifest(file) && !settled.includes(file));
      before = now;
      if (settled.length > 0 && !isManifestMoving) {
        await session.pass({ ...folder, files: settled });
        hasPassed = true;
      }
      if (problem !== null) report({ event: 'folder_back', message: 'Continuing' });
      problem = null;
    } catch (error) {
      if (signal.aborted || !(canPass(error) || (hasPassed && error instanceof UsageError))) throw error;
      const { message } = explain(error);
      if (message !== problem)
        report({ event: error instanceof FolderGoneError ? 'folder_gone' : 'problem', message: `${message}. Waiting` });
      problem = message;
    }
    await sleep(intervalMs, undefined, { signal });
  }
}

/** Whether a share or a service may come back. */
function canPass(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500;
  return error instanceof FolderGoneError || error instanceof ConnectionError;
}

/** The first Ctrl-C or SIGTERM aborts, the second ends the process. */
function interruption(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort(new Interrupted(INTERRUPTED));
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  const release = (): void => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop);
  };
  return { signal: controller.signal, release };
}
