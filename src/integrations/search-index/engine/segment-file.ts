import { readWhole, writeWhole, type FileEntry } from './snapshot-file.js';
import type { SegmentColumns } from './segment.js';

type NumberColumn = Exclude<keyof SegmentColumns, 'ids'>;

/** Columns in the order of the file: those of the widest numbers first, so that each is aligned where it stands. */
const COLUMNS = {
  prints: Float64Array,
  tokens: Uint32Array,
  numbers: Uint32Array,
  revisions: Uint32Array,
  pages: Uint32Array,
  starts: Uint32Array,
  bodies: Uint32Array,
  identifiers: Uint32Array,
  vectors: Int8Array,
  hasVector: Uint8Array,
} satisfies Record<NumberColumn, unknown>;

/** Lengths of the columns and of the ids, as doubles. */
const HEAD_BYTES = 8 * (Object.keys(COLUMNS).length + 1);

/** Writes the columns of a segment. Numbers are in the byte order of the machine: a snapshot does not travel. */
export function writeSegment(folder: string, name: string, columns: SegmentColumns): FileEntry {
  const ids = Buffer.from(columns.ids.join('\n'));
  const arrays = (Object.keys(COLUMNS) as NumberColumn[]).map((column) => columns[column]);
  const head = Float64Array.from([...arrays.map(({ length }) => length), ids.length]);
  return writeWhole(folder, name, [bytesOf(head), ...arrays.map(bytesOf), ids]);
}

/** @throws Error when it is not what was written */
export function readSegment(folder: string, entry: FileEntry): SegmentColumns {
  const content = readWhole(folder, entry);
  const buffer = content.buffer.slice(content.byteOffset, content.byteOffset + content.length) as ArrayBuffer;
  const lengths = new Float64Array(buffer, 0, HEAD_BYTES / 8);
  let at = HEAD_BYTES;
  const columns = Object.entries(COLUMNS).map(([column, Column], index) => {
    const values = new Column(buffer, at, lengths[index]);
    at += values.byteLength;
    return [column, values] as const;
  });
  const ids = Buffer.from(buffer, at, lengths.at(-1)).toString().split('\n');
  const segment = { ...Object.fromEntries(columns), ids } as unknown as SegmentColumns;
  if (segment.numbers.length !== ids.length) throw new Error(`${entry.name} does not fit together`);
  return segment;
}

function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
