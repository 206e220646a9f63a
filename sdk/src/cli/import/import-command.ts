import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ConnectionError } from '../../index.js';
import { defineCommand } from '../command.js';
import { connect } from '../connection.js';
import { EXIT, StopError, UsageError, type ExitCode } from '../exit.js';
import { interruptible } from '../interruption.js';
import { explain } from '../explain.js';
import type { Report } from './events.js';
import { Journal, journalPath, lockOf } from './journal.js';
import { isManifest } from './manifest.js';
import { IMPORT_OPTIONS, readOptions, type ImportOptions } from './options.js';
import { reporterFor } from './reporter.js';
import { ImportSession } from './session.js';
import { FolderGoneError, walk } from './walk.js';

const INTERRUPTED = 'Interrupted. What was sent continues in the service. Run the same command again to resume';

export const commands = [
  defineCommand({
    name: 'import',
    summary: 'turns the files of a folder and its subfolders into documents',
    details: 'A second run sends only files that are new, changed, or failed for a reason that may have passed.',
    positionals: [{ name: 'DIR' }],
    options: IMPORT_OPTIONS,
    action: async ({ values, positionals: [folder = ''], connection, terminal: { isJson } }) => {
      const options = { ...(await readOptions(values, folder, connection)), isJson };
      const report = reporterFor(process.stdout, isJson, options.isDryRun);
      return interruptible(INTERRUPTED, (signal) => importFolder(options, report, signal));
    },
  }),
];

async function importFolder(options: ImportOptions, report: Report, signal: AbortSignal): Promise<ExitCode> {
  const waits = (seconds: number): void => report({ event: 'waiting', reason: 'the service asked to', seconds });
  const { client, baseUrl } = connect(options.connection, { isPatient: true, onWait: waits });
  const { data: user } = await client.GET('/users/me', { signal, retries: 3 });
  const { data: rights } = await client.GET('/users/me/permissions', { signal });
  if (!rights.permissions.includes('document.manage'))
    throw new StopError(
      'The API key or sign-in cannot import. It needs the scope document.manage, of an administrator or manager',
      EXIT.refused,
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
