import { EventLoopYielder } from '../../../../common/runtime/event-loop-yielder.js';
import { FILE_FIELDS, type FileFields, type ImportRule } from '../dto/import.request.js';
import type { ImportError } from '../import.entity.js';
import type { ImportSource } from '../sources/import-source.js';
import { comparable, manifestEntry, readManifest } from './manifest.js';
import { compilePattern, matchesPath } from './path-pattern.js';

export interface PlannedFile {
  path: string;
  /** Unpacked bytes as the directory claims; null for a file that is missing. */
  size: number | null;
  /** From the manifest and the rules. */
  fields: FileFields;
  error: ImportError | null;
}

/** Hidden files, and files of operating systems and of programs that have a file open. */
const IGNORED = /(?:^|\/)(?:(?:__MACOSX|\.(?!\.?\/)[^/]*)(?:\/|$)|(?:~\$[^/]*|Thumbs\.db|desktop\.ini)$)/i;

const MISSING: ImportError = {
  code: 'not_in_archive',
  message: 'The manifest names a file that is not there.',
};

/**
 * The files of a source in the order of their paths, with numbers in numerical order, so that issues of a data module are in sequence.
 * @param maxRows of a manifest
 * @throws ImportRefusedError as {@link readManifest} and {@link ImportSource.list}; ZipError
 */
export async function planImport(
  source: ImportSource,
  rules: readonly ImportRule[],
  maxRows: number,
  signal: AbortSignal,
): Promise<PlannedFile[]> {
  const { entries, refused: all } = await source.list(signal);
  const listed = manifestEntry({ entries, refused: all });
  const rows = new Map(listed ? await readManifest(source, listed, maxRows) : []);
  const compiled = rules.map((rule) => ({ pattern: compilePattern(rule.path), fields: statedFields(rule) })).reverse();
  const refused = all.filter(({ name }) => !IGNORED.test(name));
  for (const { name } of refused) rows.delete(comparable(name));
  const planned: PlannedFile[] = refused.map(({ name, error }) => ({ path: name, size: null, fields: {}, error }));
  const yielder = new EventLoopYielder();
  for (const entry of entries) {
    signal.throwIfAborted();
    const name = comparable(entry.name);
    const row = rows.get(name);
    rows.delete(name);
    if (entry === listed || (!row && IGNORED.test(entry.name))) continue;
    // The first rule that states a field decides it.
    const ruled = compiled.filter(({ pattern }) => matchesPath(pattern, name)).map(({ fields }) => fields);
    planned.push({
      path: entry.name,
      size: entry.size,
      fields: Object.assign({}, ...ruled, row) as FileFields,
      error: null,
    });
    await yielder.yieldIfDue();
  }
  for (const [path, fields] of rows) planned.push({ path, size: null, fields, error: MISSING });
  return sortedByPath(planned);
}

function sortedByPath(files: readonly PlannedFile[]): PlannedFile[] {
  const keyed = files.map((file) => ({
    file,
    key: file.path.toLowerCase().replace(/\d+/g, (number) => number.padStart(12, '0')),
  }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return keyed.map(({ file }) => file);
}

/** Only those with a value. */
export function statedFields(given: FileFields): FileFields {
  return Object.fromEntries(
    FILE_FIELDS.map((name) => [name, given[name]] as const).filter(
      ([, value]) => value !== undefined && value !== null,
    ),
  );
}
