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
  /** The version of the format that is needed to unpack it. */
  needed: number;
  flags: number;
  method: number;
  /** As MS-DOS has them. */
  time: number;
  date: number;
  crc: number;
  compressed: number;
  size: number;
}

/** Sizes in bytes of records of ZIP files (APPNOTE 4.3). */
const [END, CENTRAL, LOCAL, DESCRIPTOR] = [22, 46, 30, 16] as const;
const MARKS = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50, descriptor: 0x08074b50 } as const;
/** Version 2.0; sizes follow the content, names are UTF-8; deflated. */
const PACKED = { needed: 20, flags: (1 << 3) | (1 << 11), method: 8 } as const;
/** Unix, version 6.3 of the format. */
const MADE_BY = (3 << 8) | 63;
/** The mode of a file that its owner reads and writes. Without a kind, it is a plain file. */
const FILE = 0o600 << 16;
/** The head of the only extra field: the time of the file. Fields of other kinds can give it another name. */
const TIME_FIELD = Buffer.from([0x55, 0x54, 5, 0, 3]);
const EXTRA = TIME_FIELD.length + 4;
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
    let next = 0;
    for (let at = 0; at < directory.length;) {
      this.require(at + CENTRAL <= directory.length && directory.readUInt32LE(at) === MARKS.central, 'its directory is damaged'); // prettier-ignore
      const nameLength = directory.readUInt16LE(at + 28);
      const to = at + CENTRAL + nameLength + EXTRA;
      this.require(to <= directory.length, 'its directory is damaged');
      const headers = headersOf(directory, at + 6, directory.toString('utf8', at + CENTRAL, at + CENTRAL + nameLength));
      this.require(isPlain(directory.subarray(at, to)), `${headers.name} is described in another way`);
      this.require(directory.readUInt32LE(at + 42) === next, 'something is between its files');
      const entry = await this.entry(next, headers, nameLength);
      entries.push(entry);
      next = entry.offset + entry.compressed + DESCRIPTOR;
      at = to;
    }
    this.require(next === start, 'something is between its files and its directory');
    this.require(entries.length === count, 'its directory has another number of files');
    return entries;
  }

  /** The entry at an offset, whose own header must say the same as the directory. */
  private async entry(at: number, expected: Headers, nameLength: number): Promise<ZipEntry> {
    const { name, compressed } = expected;
    const isPacked = Object.entries(PACKED).every(([field, value]) => expected[field as keyof typeof PACKED] === value);
    this.require(isPacked, `${name} is packed in another way`);
    const local = await this.bytes(at, LOCAL + nameLength);
    const isSame = local.readUInt32LE(0) === MARKS.local && local.readUInt16LE(26) === nameLength && local.readUInt16LE(28) === 0; // prettier-ignore
    const own = headersOf(local, 4, local.toString('utf8', LOCAL));
    const isExpected = JSON.stringify(own) === JSON.stringify({ ...expected, crc: 0, compressed: 0, size: 0 });
    this.require(isSame && isExpected, `${name} is not what its directory says`);
    const offset = at + LOCAL + nameLength;
    await this.descriptor(offset + compressed, expected);
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

/** Whether a record of the directory says nothing but name, place, sizes and times: attributes can make a file a link. */
function isPlain(record: Buffer): boolean {
  const lengths = record.readUInt16LE(30) === EXTRA && record.readUInt16LE(32) === 0;
  const attributes = record.readUInt32LE(34) === 0 && record.readUInt32LE(38) === FILE;
  const field = record.subarray(record.length - EXTRA, record.length - EXTRA + TIME_FIELD.length);
  return record.readUInt16LE(4) === MADE_BY && lengths && attributes && field.equals(TIME_FIELD);
}

/** @param at of the needed version, from which on both headers are alike */
function headersOf(record: Buffer, at: number, name: string): Headers {
  const [needed, flags, method, time, date] = [0, 2, 4, 6, 8].map((field) => record.readUInt16LE(at + field)) as [number, number, number, number, number]; // prettier-ignore
  const [crc, compressed, size] = [10, 14, 18].map((field) => record.readUInt32LE(at + field)) as [number, number, number]; // prettier-ignore
  return { name, needed, flags, method, time, date, crc, compressed, size };
}
