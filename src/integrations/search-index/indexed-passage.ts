import {
  Bool,
  Data,
  Field,
  FixedSizeList,
  Float32,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { foldAccents, identifierTerms } from './identifiers.js';

/** One passage of one page of one revision, as the index takes it. */
export interface IndexedPassage {
  /** Unique within the organization. Indexing the same id again replaces the passage. */
  id: string;
  document_id: string;
  revision_id: string;
  document_type: string;
  aircraft_type: string;
  /** `32`, `32-11` or `32-11-00`; null when the document has none. */
  ata_chapter: string | null;
  /** Title of the document. */
  title: string;
  /** Headings above the passage, outermost first; may be empty. */
  section: string;
  body: string;
  /** What `extractIdentifiers` found in the passage. */
  identifiers: string[];
  /** Null when the embedding model did not serve: the passage is then found by its words only. */
  vector: Float32Array | null;
}

/**
 * The text of a passage that BM25 reads. Headings stand in it three times: that weighs their words as well as a boosted
 * column of their own does, and a search of one column is about ten times cheaper than one of two (ADR 0005).
 */
function searchedText({ title, section, body }: IndexedPassage): string {
  const heading = joinLines(title, section);
  return foldAccents(joinLines(heading, heading, heading, body));
}

const text = (name: string, nullable = false) => new Field(name, new Utf8(), nullable);

/**
 * Columns of an index table. `words` is searched as language; `identifiers` holds whole terms between spaces.
 */
export function passageSchema(dimensions: number): Schema {
  const item = new Field('item', new Float32(), true);
  return new Schema([
    ...['id', 'document_id', 'revision_id', 'document_type', 'aircraft_type'].map((name) => text(name)),
    text('ata_chapter', true),
    ...['words', 'identifiers'].map((name) => text(name)),
    new Field('vector', new FixedSizeList(dimensions, item), true),
  ]);
}

/** The passages as one Arrow table of `passageSchema`. Throws when a vector has another length than the index. */
export function toArrow(passages: IndexedPassage[], dimensions: number): Table {
  const schema = passageSchema(dimensions);
  const strings: Record<string, (string | null)[]> = {
    id: passages.map((passage) => passage.id),
    document_id: passages.map((passage) => passage.document_id),
    revision_id: passages.map((passage) => passage.revision_id),
    document_type: passages.map((passage) => passage.document_type),
    aircraft_type: passages.map((passage) => passage.aircraft_type),
    ata_chapter: passages.map((passage) => passage.ata_chapter),
    words: passages.map(searchedText),
    identifiers: passages.map((passage) => passage.identifiers.flatMap(identifierTerms).join(' ')),
  };
  const children = schema.fields.map((field) =>
    field.name === 'vector'
      ? vectorData(passages, dimensions)
      : vectorFromArray(strings[field.name]!, new Utf8()).data[0]!,
  );
  const struct = makeData({ type: new Struct(schema.fields), length: passages.length, nullCount: 0, children });
  return new Table(schema, [new RecordBatch(schema, struct)]);
}

/** One contiguous buffer: building it value by value takes longer than indexing it. */
function vectorData(passages: IndexedPassage[], dimensions: number): Data {
  const values = new Float32Array(passages.length * dimensions);
  passages.forEach(({ id, vector }, row) => {
    if (!vector) return;
    if (vector.length !== dimensions) throw new Error(`passage ${id}: ${vector.length} dimensions, not ${dimensions}`);
    values.set(vector, row * dimensions);
  });
  const present = vectorFromArray(
    passages.map(({ vector }) => vector !== null),
    new Bool(),
  );
  const item = new Field('item', new Float32(), true);
  return makeData({
    type: new FixedSizeList(dimensions, item),
    length: passages.length,
    nullCount: passages.filter(({ vector }) => vector === null).length,
    nullBitmap: present.data[0]!.values,
    child: makeData({ type: new Float32(), length: values.length, nullCount: 0, data: values }),
  });
}

function joinLines(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
