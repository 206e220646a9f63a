import { executable, FileRefusedError, malware } from '../errors/file-refusal.js';
import { detect } from './format-detection.js';
import { PackedPrograms } from './packed-programs.js';
import { isProgramName } from './program-names.js';
import type { ZipEntry } from '../archive/zip-directory.js';
import type { ZipReader } from '../archive/zip-reader.js';

/** Bytes of the head of an entry that is checked for programs. */
const HEAD_BYTES = 2048;

const OLE_SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * Refuses programs, by name and by content, among the files of an archive, and programs and macros in its OLE objects. Nested archives are
 * not opened.
 * @throws FileRefusedError `executable`, `malware`, `macros`, `inspection_limit`; ZipError
 */
export async function refusePrograms(zip: ZipReader, entries: readonly ZipEntry[]): Promise<void> {
  const packed = new PackedPrograms();
  for (const entry of entries) {
    if (isProgramName(entry.name)) throw executable(entry.name);
    if (entry.size === 0) continue;
    const head = await zip.read(entry, HEAD_BYTES);
    if (head.subarray(0, OLE_SIGNATURE.length).equals(OLE_SIGNATURE))
      await packed.refuse(entry.name, zip.chunks(entry));
    else refuseProgram(entry.name, head);
  }
}

/** @throws FileRefusedError `executable`, `malware` */
export function refuseProgram(name: string, head: Buffer): void {
  try {
    detect(head);
  } catch (error) {
    if (!(error instanceof FileRefusedError)) throw error;
    if (error.reason === 'malware') throw malware();
    // Documents contain files of other kinds, such as fonts and drawings.
    if (error.details.kind === 'program' || error.details.kind === 'script') throw executable(name);
  }
}
