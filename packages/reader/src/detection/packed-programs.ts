import { executable, inspectionLimit, macros } from '../errors/file-refusal.js';
import { PROGRAM_EXTENSIONS } from './program-names.js';

const wide = (text: string): string => [...text].join('\\x00');

/** Macros (MS-OVBA 2.2.1) and the storage of their code. Names are UTF-16 and case-insensitive (MS-CFB 2.6.4). */
const MACROS = new RegExp(`_VBA_PROJECT|${wide('_VBA_PROJECT')}|${wide('VBA')}\\x00{3}`, 'i');

/** The stream in which Windows embeds any file (MS-OLEDS, 2.3.6). */
const PACKED_FILE = new RegExp(wide('Ole10Native'), 'i');

/** The start of that stream: a flag, the file name, its path. Without this context, short extensions match compressed bytes by chance. */
const PACKED_NAME = `\\x02\\x00(?:[^\\x00]{1,260}\\x00)?[^\\x00]{0,260}\\.(?:${PROGRAM_EXTENSIONS.join('|')})[. ]{0,9}\\x00`;
const LONG_EXTENSIONS = PROGRAM_EXTENSIONS.filter(({ length }) => length > 2).join('|');
const PACKED_PROGRAM = new RegExp(
  `${PACKED_NAME}|[\\w ()-]{2}\\.(?:${LONG_EXTENSIONS})\\x00|This program cannot be run in DOS mode`,
  'i',
);

/** Bytes that exceed the longest match. */
const OVERLAP = 1024;

/** Limit of bytes searched in the objects of one archive. */
const MAX_BYTES = 256 * 1024 ** 2;

/** Searches compound files for embedded programs and macros: the whole file, because its directory may be anywhere. */
export class PackedPrograms {
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  /** @throws FileRefusedError `executable`, `macros`, `inspection_limit` */
  async refuse(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    let tail = Buffer.alloc(0);
    let [holdsFile, holdsProgram] = [false, false];
    for await (const chunk of content) {
      this.bytes += chunk.length;
      if (this.bytes > this.maxBytes) throw inspectionLimit();
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
