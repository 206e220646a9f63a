import * as yauzl from 'yauzl';
import { cutText } from '@amks/language/text/cut-text.js';
import { visible } from '@amks/language/text/visible.js';
import { hasUncountedEntries, openZipFile } from './zip-file.js';
import { ZipError, type ZipProblem } from '../errors/zip-error.js';
import type { ArchiveLimits } from '../limits/extraction-limits.js';

/** Below this many unpacked bytes no ratio is suspicious: a form of blanks is a small file. */
const HARMLESS_BYTES = 4 * 1024 ** 2;

/** Fixed part of a local file header (APPNOTE 4.3.7). */
const LOCAL_HEADER_BYTES = 30;

/** Fixed part of an entry of the directory (APPNOTE 4.3.12). */
const DIRECTORY_HEADER_BYTES = 46;

/** Name, extra fields and comment of an entry on average; one alone may have 192 KiB of them. */
const DIRECTORY_BYTES_PER_ENTRY = 1024;
const SMALLEST_DIRECTORY_LIMIT = 1024 ** 2;

const NOTHING = Buffer.alloc(0);

/** A file in an archive. Folders are not entries. */
export interface ZipEntry {
  /** Path with slashes, relative, without `..`. */
  name: string;
  /** Unpacked bytes as the directory claims. */
  size: number;
  raw: yauzl.Entry;
}

/** A file of an archive that cannot be taken out. */
export interface RefusedEntry {
  /** As it is written in the archive, cut and without control characters. */
  name: string;
  problem: ZipProblem;
}

export interface ZipDirectory {
  entries: ZipEntry[];
  /** Empty unless asked for. */
  refused: RefusedEntry[];
  zip: yauzl.ZipFile;
}

/**
 * Checks the central directory, without unpacking. The caller closes `zip`.
 * @param sorts out entries whose name or encryption makes them unusable, instead of refusing the archive
 * @throws ZipError after closing the file
 */
export async function openZipDirectory(file: string, limits: ArchiveLimits, sorts = false): Promise<ZipDirectory> {
  const zip = await openZipFile(file).catch((error: unknown) => {
    throw readingError(error);
  });
  try {
    if (zip.entryCount > limits.max_entries) throw new ZipError('archive_entries', limits.max_entries);
    return { zip, ...(await judgedEntries(zip, limits, sorts)) };
  } catch (error) {
    zip.close();
    throw readingError(error);
  }
}

async function judgedEntries(
  zip: yauzl.ZipFile,
  limits: ArchiveLimits,
  sorts: boolean,
): Promise<Omit<ZipDirectory, 'zip'>> {
  const entries: ZipEntry[] = [];
  const refused: RefusedEntry[] = [];
  const names = new Set<string>();
  const raws: yauzl.Entry[] = [];
  const mostOfDirectory = Math.max(SMALLEST_DIRECTORY_LIMIT, DIRECTORY_BYTES_PER_ENTRY * zip.entryCount);
  let [unpacked, directory] = [0, 0];
  for await (const raw of zip.eachEntry()) {
    directory += DIRECTORY_HEADER_BYTES + raw.fileNameLength + raw.extraFieldLength + raw.fileCommentLength;
    if (directory > mostOfDirectory) throw new ZipError('archive_directory', mostOfDirectory);
    raws.push(raw);
    const name = writtenName(raw);
    const problem = problemOf(name, raw, limits, names);
    forgetTexts(raw);
    if (problem && !sorts) throw problem;
    if (problem && !name.endsWith('/'))
      refused.push({ name: visible(cutText(name, limits.max_name_length)), problem: problem.problem });
    names.add(name);
    unpacked += raw.uncompressedSize;
    if (unpacked > limits.max_unpacked_bytes) throw new ZipError('archive_size', limits.max_unpacked_bytes);
    if (!problem && !name.endsWith('/')) entries.push({ name, size: raw.uncompressedSize, raw });
  }
  if (await hasUncountedEntries(zip)) throw new ZipError('corrupt');
  if (unpacked > Math.max(HARMLESS_BYTES, limits.max_ratio * zip.fileSize)) {
    throw new ZipError('archive_ratio', limits.max_ratio);
  }
  refuseOverlap(raws, zip.fileSize);
  return { entries, refused };
}

/** Frees what reading the entry does not need: up to 192 KiB of each. */
function forgetTexts(raw: yauzl.Entry): void {
  Object.assign(raw, { fileNameRaw: NOTHING, extraFieldRaw: NOTHING, fileCommentRaw: NOTHING, extraFields: [] });
  Object.assign(raw, { fileName: NOTHING, fileComment: NOTHING, comment: NOTHING });
}

/** Some Windows programs write backslashes instead of slashes. */
function writtenName(raw: yauzl.Entry): string {
  return yauzl.getFileNameLowLevel(raw.generalPurposeBitFlag, raw.fileNameRaw, raw.extraFields, false);
}

/** For a name that leads out of a folder, cannot be shown, is too long or used twice, and for an encrypted file. */
function problemOf(
  name: string,
  raw: yauzl.Entry,
  { max_name_length: longest }: ArchiveLimits,
  names: ReadonlySet<string>,
): ZipError | null {
  if (name.length > longest) return new ZipError('archive_name_length', longest);
  const isUsable = name !== '' && yauzl.validateFileName(name) === null && !/[\u0000-\u001f\u007f]/.test(name);
  // With two files of one name, the program decides which one it reads.
  if (!isUsable || names.has(name)) return new ZipError('archive_names');
  return raw.isEncrypted() ? new ZipError('encrypted') : null;
}

/** Entries that share bytes let a small archive unpack to terabytes. */
function refuseOverlap(raws: readonly yauzl.Entry[], fileSize: number): void {
  let end = 0;
  for (const raw of [...raws].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const start = raw.relativeOffsetOfLocalHeader;
    if (start < end) throw new ZipError('archive_overlap');
    end = start + LOCAL_HEADER_BYTES + raw.compressedSize;
  }
  if (end > fileSize) throw new ZipError('corrupt');
}

/** Converts errors of yauzl, which are about the structure of the file; system errors pass unchanged. */
export function readingError(error: unknown): unknown {
  if (error instanceof ZipError || typeof (error as NodeJS.ErrnoException).syscall === 'string') return error;
  return new ZipError('corrupt', undefined, error);
}
