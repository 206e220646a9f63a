import { open, type FileHandle } from 'node:fs/promises';
import { UsageError } from '../exit.js';

/** A file in a ZIP file. */
export interface ZipEntry {
  name: string;
  /** Of its compressed content. */
  offset: number;
  compressed: number;
}

/** Fields that both headers of an entry have. */
interface Headers {
  name: string;
  flags: number;
  method: number;
  crc: number;
  compressed: number;
  size: number;
}

/** Sizes in bytes of records of ZIP files (APPNOTE 4.3). */
const [END, CENTRAL, LOCAL, DESCRIPTOR] = [22, 46, 30, 16] as const;
const MARKS = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50, descriptor: 0x08074b50 } as const;
const DEFLATED = 8;
/** Sizes follow the content; names are UTF-8. */
const [HAS_DESCRIPTOR, IS_UTF8] = [1 << 3, 1 << 11] as const;
/** A package has few files. */
const MAX_DIRECTORY = 1024 ** 2;

/**
 * The files of a ZIP file that is laid out as the service writes it: entries without gaps, the directory, the end. Tools that unpack a file from
 * its beginning then find the same files as those that read its directory.
 * @throws UsageError for another layout
 */
export async function readLayout(file: string, size: number): Promise<ZipEntry[]> {
  const handle = await open(file);
  try {
    return await new LayoutReader(file, size, handle).read();
  } finally {
    await handle.close();
  }
}

class LayoutReader {
  constructor(
    private readonly file: string,
    private readonly size: number,
    private readonly handle: FileHandle,
  ) {}

  async read(): Promise<ZipEntry[]> {
    if (this.size < END) throw this.wrong('it is too short');
    const end = await this.bytes(this.size - END, END);
    this.require(end.readUInt32LE(0) === MARKS.end && end.readUInt16LE(20) === 0, 'its end is not where it must be');
    const [count, length, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
    const isWhole = end.readUInt32LE(4) === 0 && end.readUInt16LE(8) === count && start + length + END === this.size;
    this.require(isWhole && length <= MAX_DIRECTORY, 'its directory does not end where it must');
    const directory = await this.bytes(start, length);
    const entries: ZipEntry[] = [];
    let [at, next] = [0, 0];
    while (at < directory.length) {
      this.require(at + CENTRAL <= directory.length && directory.readUInt32LE(at) === MARKS.central, 'its directory is damaged'); // prettier-ignore
      const [nameLength, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [number, number, number]; // prettier-ignore
      const to = at + CENTRAL + nameLength + extra + comment;
      this.require(to <= directory.length && comment === 0, 'its directory is damaged');
      const headers = headersOf(directory, at + 8, directory.toString('utf8', at + CENTRAL, at + CENTRAL + nameLength));
      this.require(directory.readUInt32LE(at + 42) === next, 'something is between its files');
      const entry = await this.entry(next, headers, nameLength);
      entries.push(entry);
      next = entry.offset + entry.compressed + (hasDescriptor(headers) ? DESCRIPTOR : 0);
      at = to;
    }
    this.require(next === start, 'something is between its files and its directory');
    this.require(entries.length === count, 'its directory has another number of files');
    return entries;
  }

  /** The entry at an offset, whose own header must say the same as the directory. */
  private async entry(at: number, expected: Headers, nameLength: number): Promise<ZipEntry> {
    const { name, flags, method, compressed } = expected;
    this.require(
      method === DEFLATED && (flags & ~(HAS_DESCRIPTOR | IS_UTF8)) === 0,
      `${name} is packed in another way`,
    );
    const local = await this.bytes(at, LOCAL + nameLength);
    const isSame = local.readUInt32LE(0) === MARKS.local && local.readUInt16LE(26) === nameLength && local.readUInt16LE(28) === 0; // prettier-ignore
    const own = headersOf(local, 6, local.toString('utf8', LOCAL));
    const sizes = hasDescriptor(expected) ? { crc: 0, compressed: 0, size: 0 } : {};
    const isExpected = JSON.stringify(own) === JSON.stringify({ ...expected, ...sizes });
    this.require(isSame && isExpected, `${name} is not what its directory says`);
    const offset = at + LOCAL + nameLength;
    if (hasDescriptor(expected)) await this.descriptor(offset + compressed, expected);
    return { name, offset, compressed };
  }

  private async descriptor(at: number, { name, crc, compressed, size }: Headers): Promise<void> {
    const record = await this.bytes(at, DESCRIPTOR);
    const found = [0, 4, 8, 12].map((field) => record.readUInt32LE(field));
    const isSame = [MARKS.descriptor, crc, compressed, size].every((value, index) => found[index] === value);
    this.require(isSame, `${name} does not end where its directory says`);
  }

  private async bytes(from: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(length), 0, length, from);
    if (bytesRead < length) throw this.wrong('it ends early');
    return buffer;
  }

  private require(holds: boolean, problem: string): void {
    if (!holds) throw this.wrong(problem);
  }

  private wrong(problem: string): UsageError {
    return new UsageError(`${this.file} is not a ZIP file as the service makes it: ${problem}`);
  }
}

const hasDescriptor = ({ flags }: Headers): boolean => (flags & HAS_DESCRIPTOR) !== 0;

/** @param at of the flags, from which on both headers are alike */
function headersOf(record: Buffer, at: number, name: string): Headers {
  const [flags, method] = [record.readUInt16LE(at), record.readUInt16LE(at + 2)];
  const [crc, compressed, size] = [8, 12, 16].map((field) => record.readUInt32LE(at + field)) as [number, number, number]; // prettier-ignore
  return { name, flags, method, crc, compressed, size };
}
