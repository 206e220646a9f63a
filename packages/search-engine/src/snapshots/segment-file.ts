import { readChecked, writeWhole, type FileEntry } from './snapshot-file.js';
import type { SegmentColumns } from '../segments/segment.js';

type NumberColumn = Exclude<keyof SegmentColumns, 'ids'>;

const COLUMNS = {
  prints: Float64Array,
  tokens: Uint32Array,
  numbers: Uint32Array,
  revisions: Uint32Array,
  pages: Uint32Array,
  starts: Uint32Array,
  bodies: Uint32Array,
  identifiers: Uint32Array,
  words: Uint32Array,
  runRows: Uint32Array,
  runWords: Uint32Array,
  vectors: Int8Array,
  hasVector: Uint8Array,
} satisfies Record<NumberColumn, unknown>;

const HEAD_BYTES = 8 * (Object.keys(COLUMNS).length + 1);

/** Writes the columns in the byte order of the machine: snapshots are not portable. */
export function writeSegment(folder: string, name: string, columns: SegmentColumns): FileEntry {
  const ids = Buffer.from(columns.ids.join('\n'));
  const arrays = (Object.keys(COLUMNS) as NumberColumn[]).map((column) => columns[column]);
  const head = Float64Array.from([...arrays.map(({ length }) => length), ids.length]);
  return writeWhole(folder, name, [bytesOf(head), ...arrays.map(bytesOf), ids]);
}

export function readSegment(folder: string, entry: FileEntry): SegmentColumns {
  return readChecked(folder, entry, (reader) => {
    const lengths = new Float64Array(HEAD_BYTES / 8);
    reader.read(bytesOf(lengths));
    // A damaged header must not cause a huge allocation.
    const bytes = Object.values(COLUMNS).reduce(
      (sum, { BYTES_PER_ELEMENT }, i) => sum + BYTES_PER_ELEMENT * lengths[i]!,
      0,
    );
    if (HEAD_BYTES + bytes + lengths.at(-1)! !== reader.size) throw new Error(`${entry.name} does not fit together`);
    const columns = Object.entries(COLUMNS).map(([column, Column], index) => {
      const values = new Column(lengths[index]!);
      reader.read(bytesOf(values));
      return [column, values] as const;
    });
    const ids = Buffer.alloc(lengths.at(-1)!);
    reader.read(ids);
    return { ...Object.fromEntries(columns), ids: ids.toString().split('\n') } as unknown as SegmentColumns;
  });
}

function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
