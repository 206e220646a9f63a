import { executable, inspectionLimit, macros } from './file-refusal.js';
import { PROGRAM_EXTENSIONS } from './program-names.js';

const wide = (text: string): string => [...text].join('\\x00');

/**
 * The name under which macros lie in a compound file (MS-OVBA, 2.2.1), and the storage that holds their code. Names are UTF-16
 * and the same in small letters (MS-CFB, 2.6.4).
 */
const MACROS = new RegExp(`_VBA_PROJECT|${wide('_VBA_PROJECT')}|${wide('VBA')}\\x00{3}`, 'i');

/** A stream in which Windows packs any file (MS-OLEDS, 2.3.6). */
const PACKED_FILE = new RegExp(wide('Ole10Native'), 'i');

/** How that stream begins: a flag, the name of the file, its path. Only so are short endings no chance of compressed bytes. */
const PACKED_NAME = `\\x02\\x00(?:[^\\x00]{1,260}\\x00)?[^\\x00]{0,260}\\.(?:${PROGRAM_EXTENSIONS.join('|')})[. ]{0,9}\\x00`;
const LONG_EXTENSIONS = PROGRAM_EXTENSIONS.filter(({ length }) => length > 2).join('|');
const PACKED_PROGRAM = new RegExp(
  `${PACKED_NAME}|[\\w ()-]{2}\\.(?:${LONG_EXTENSIONS})\\x00|This program cannot be run in DOS mode`,
  'i',
);

/** Longer than any mark. */
const OVERLAP = 1024;

/** How much of the objects of one archive is looked through. Bytes. */
const MAX_BYTES = 256 * 1024 ** 2;

/**
 * Looks through the compound files of an archive as they are unpacked, for programs packed in them and for macros. Marks are
 * looked for all over the file: its directory may be anywhere.
 */
export class PackedPrograms {
  private bytes = 0;

  /** @throws FileRefusedError `executable`, `macros`, `inspection_limit` */
  async refuse(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    let tail = Buffer.alloc(0);
    let [holdsFile, holdsProgram] = [false, false];
    for await (const chunk of content) {
      this.bytes += chunk.length;
      if (this.bytes > MAX_BYTES) throw inspectionLimit();
      const window = Buffer.concat([tail, chunk]);
      const text = window.toString('latin1');
      if (MACROS.test(text)) throw macros();
      holdsFile ||= PACKED_FILE.test(text);
      holdsProgram ||= PACKED_PROGRAM.test(text);
      if (holdsFile && holdsProgram) throw executable(name);
      tail = window.subarray(-OVERLAP);
    }
  }
}
