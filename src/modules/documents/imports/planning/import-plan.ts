import type { ZipEntry } from '@amks/reader/archive/zip-directory.js';
import type { ZipReader } from '@amks/reader/archive/zip-reader.js';
import { EventLoopYielder } from '../../../../common/runtime/event-loop-yielder.js';
import { FILE_FIELDS, type FileFields, type ImportRule } from '../dto/import.request.js';
import type { ImportError } from '../import.entity.js';
import { manifestEntry, readManifest, type Manifest } from './manifest.js';
import { matchesPath } from './path-pattern.js';

export interface PlannedFile {
  path: string;
  /** Unpacked bytes as the directory claims; null for a file that is missing. */
  size: number | null;
  /** From the manifest and the rules. */
  fields: FileFields;
  error: ImportError | null;
}

/** Files of operating systems and of programs that have a file open. */
const IGNORED = /(?:^|\/)(?:__MACOSX\/.*|\.[^/]*|~\$[^/]*|Thumbs\.db|desktop\.ini)$/i;

const MISSING: ImportError = {
  code: 'not_in_archive',
  message: 'The manifest names a file that is not in the archive.',
};

/**
 * The files of an archive in the order of their paths, with numbers in numerical order, so that issues of a data module are in sequence.
 * @throws ImportRefusedError as {@link readManifest}; ZipError
 */
export async function planImport(zip: ZipReader, rules: readonly ImportRule[]): Promise<PlannedFile[]> {
  const listed = manifestEntry(zip.entries);
  const manifest: Manifest = listed ? await readManifest(zip, listed) : new Map();
  const files = zip.entries.filter((entry) => entry !== listed && !IGNORED.test(entry.name));
  const planned: PlannedFile[] = [];
  const yielder = new EventLoopYielder();
  for (const entry of files) {
    planned.push(plannedFile(entry, manifest, rules));
    await yielder.yieldIfDue();
  }
  const names = new Set(zip.entries.map(({ name }) => name));
  for (const [path, fields] of manifest) {
    if (!names.has(path)) planned.push({ path, size: null, fields, error: MISSING });
  }
  const { compare } = new Intl.Collator('en', { numeric: true });
  return planned.sort((a, b) => compare(a.path, b.path));
}

function plannedFile({ name, size }: ZipEntry, manifest: Manifest, rules: readonly ImportRule[]): PlannedFile {
  return { path: name, size, fields: { ...ruledFields(name, rules), ...manifest.get(name) }, error: null };
}

/** The first rule that states a field decides it. */
function ruledFields(path: string, rules: readonly ImportRule[]): FileFields {
  const matching = rules.filter((rule) => matchesPath(rule.path, path)).reverse();
  return Object.assign({}, ...matching.map(statedFields)) as FileFields;
}

/** Only those with a value. */
export function statedFields(given: FileFields): FileFields {
  return Object.fromEntries(
    FILE_FIELDS.map((name) => [name, given[name]] as const).filter(
      ([, value]) => value !== undefined && value !== null,
    ),
  );
}
