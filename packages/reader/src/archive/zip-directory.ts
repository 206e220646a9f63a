import * as yauzl from 'yauzl';
import { ZipError } from '../errors/zip-error.js';
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

export interface ZipDirectory {
  entries: ZipEntry[];
  zip: yauzl.ZipFile;
}

/** Checks the central directory, without unpacking. The caller closes `zip`. @throws ZipError after closing the file */
export async function openZipDirectory(file: string, limits: ArchiveLimits): Promise<ZipDirectory> {
  const zip = await yauzl
    .openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: true })
    .catch((error: unknown) => {
      throw readingError(error);
    });
  try {
    if (zip.entryCount > limits.max_entries) throw new ZipError('archive_entries', limits.max_entries);
    return { zip, entries: await judgedEntries(zip, limits) };
  } catch (error) {
    zip.close();
    throw readingError(error);
  }
}

async function judgedEntries(zip: yauzl.ZipFile, limits: ArchiveLimits): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  const raws: yauzl.Entry[] = [];
  const mostOfDirectory = Math.max(SMALLEST_DIRECTORY_LIMIT, DIRECTORY_BYTES_PER_ENTRY * zip.entryCount);
  let [unpacked, directory] = [0, 0];
  for await (const raw of zip.eachEntry()) {
    directory += DIRECTORY_HEADER_BYTES + raw.fileNameLength + raw.extraFieldLength + raw.fileCommentLength;
    if (directory > mostOfDirectory) throw new ZipError('archive_directory', mostOfDirectory);
    raws.push(raw);
    const name = nameOf(raw, limits);
    forgetTexts(raw);
    // With two files of one name, the program decides which one it reads.
    if (names.has(name)) throw new ZipError('archive_names');
    names.add(name);
    if (raw.isEncrypted()) throw new ZipError('encrypted');
    unpacked += raw.uncompressedSize;
    if (unpacked > limits.max_unpacked_bytes) throw new ZipError('archive_size', limits.max_unpacked_bytes);
    if (!name.endsWith('/')) entries.push({ name, size: raw.uncompressedSize, raw });
  }
  if (unpacked > Math.max(HARMLESS_BYTES, limits.max_ratio * zip.fileSize)) {
    throw new ZipError('archive_ratio', limits.max_ratio);
  }
  refuseOverlap(raws, zip.fileSize);
  return entries;
}

/** Frees what reading the entry does not need: up to 192 KiB of each. */
function forgetTexts(raw: yauzl.Entry): void {
  Object.assign(raw, { fileNameRaw: NOTHING, extraFieldRaw: NOTHING, fileCommentRaw: NOTHING, extraFields: [] });
  Object.assign(raw, { fileName: NOTHING, fileComment: NOTHING, comment: NOTHING });
}

/** @throws ZipError for a name that leads out of a folder, cannot be shown, or is too long */
function nameOf(raw: yauzl.Entry, { max_name_length: longest }: ArchiveLimits): string {
  // Some Windows programs write backslashes instead of slashes.
  const name = yauzl.getFileNameLowLevel(raw.generalPurposeBitFlag, raw.fileNameRaw, raw.extraFields, false);
  if (name.length > longest) throw new ZipError('archive_name_length', longest);
  if (name === '' || yauzl.validateFileName(name) !== null || /[\u0000-\u001f\u007f]/.test(name)) {
    throw new ZipError('archive_names');
  }
  return name;
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
