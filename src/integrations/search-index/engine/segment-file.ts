import { readChecked, writeWhole, type FileEntry } from './snapshot-file.js';
import type { SegmentColumns } from './segment.js';

type NumberColumn = Exclude<keyof SegmentColumns, 'ids'>;

/** Columns in the order of the file. */
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
  return readChecked(folder, entry, (reader) => {
    const lengths = new Float64Array(HEAD_BYTES / 8);
    reader.read(bytesOf(lengths));
    // A damaged head must not make memory be asked for that there is not.
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
