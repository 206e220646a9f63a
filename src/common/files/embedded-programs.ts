import { executable, FileRefusedError, malware } from './file-refusal.js';
import { detect } from './format-detection.js';
import type { ZipEntry } from './zip-directory.js';
import type { ZipReader } from './zip-reader.js';

/** Names under which systems run a file. XML, text and pictures are never run. */
const PROGRAM_NAME =
  /\.(?:exe|com|scr|pif|cpl|dll|msi|msp|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|lnk|jar|apk|sh|reg|app|scf)$/i;

/** The first bytes that tell a program. */
const HEAD_BYTES = 2048;

/** A stream of an OLE container in which Windows packs any file, its name before it (MS-OLEDS, 2.3.6). */
const PACKED_FILE = Buffer.from('Ole10Native', 'utf16le');
const PACKED_PROGRAM = new RegExp(`${PROGRAM_NAME.source.slice(0, -1)}\\0|This program cannot be run in DOS mode`, 'i');

/**
 * Looks for programs, by name and by content, among the files of an archive, and for those packed into its OLE objects.
 * Archives in the archive are not opened.
 *
 * @throws FileRefusedError `executable`, `malware`; ZipError
 */
export async function refusePrograms(zip: ZipReader, entries: readonly ZipEntry[]): Promise<void> {
  for (const entry of entries) {
    if (PROGRAM_NAME.test(entry.name)) throw executable(entry.name);
    if (entry.size === 0 || /\.(?:xml|rels)$/i.test(entry.name)) continue;
    const head = await zip.read(entry, HEAD_BYTES);
    if (isOleContainer(head)) refusePackedProgram(entry.name, await zip.read(entry));
    else refuseProgram(entry.name, head);
  }
}

function refuseProgram(name: string, head: Buffer): void {
  try {
    detect(head);
  } catch (error) {
    if (!(error instanceof FileRefusedError)) throw error;
    if (error.reason === 'malware') throw malware();
    // Other kinds, fonts and drawings among them, are what documents have in them.
    if (error.details.kind === 'program' || error.details.kind === 'script') throw executable(name);
  }
}

function isOleContainer(head: Buffer): boolean {
  return head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
}

function refusePackedProgram(name: string, content: Buffer): void {
  if (content.includes(PACKED_FILE) && PACKED_PROGRAM.test(content.toString('latin1'))) throw executable(name);
}
