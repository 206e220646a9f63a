import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { MarkupSource } from '../document/page-source.js';
import { ExtractionError } from '../errors/extraction-error.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import { joinCellLines, oneLine } from '../markup/cell-lines.js';
import { MarkupBuilder } from '../markup/markup-builder.js';
import { markupSource } from '../markup/markup-source.js';
import { TableWriter } from '../tabular/table-writer.js';
import { fileText } from '../text/file-text.js';
import { csvDelimiter, csvOptions, DELIMITER_LINE, hasSwallowed } from './csv-records.js';

/** Characters per step of the parser; the first ones show the delimiter. */
const PIECE = 64 * 1024;

/**
 * Opens a file of comma-separated values (RFC 4180), also with semicolons or tabs. A field of several lines becomes one line.
 * @throws ExtractionError `empty`, `corrupt`, `csv_malformed`, `table_size`, `too_much_text`, `too_many_pages`
 */
export async function openCsv(file: string, limits: ExtractionLimits): Promise<MarkupSource> {
  const bytes = await readFile(file);
  if (bytes.length === 0) throw new ExtractionError('empty');
  const { text, warnings } = fileText(bytes);
  const delimiter = csvDelimiter(text.slice(0, PIECE)) ?? ',';
  const builder = new MarkupBuilder(limits.max_file_text_bytes);
  const table = new TableWriter(builder, limits.max_pages);
  let columns = 0;
  for await (const record of recordsOf(text.replace(DELIMITER_LINE, ''), delimiter, limits)) {
    columns ||= record.length;
    const cells = record.map((field) => joinCellLines(field.split(/\r\n?|\n/).map(oneLine)));
    table.add({ cells, caveats: record.length === columns ? [] : ['ragged'] });
  }
  table.endTable();
  return markupSource(builder, { title: null, language: null, warnings }, limits);
}

async function* recordsOf(
  text: string,
  delimiter: string,
  { table: { max_columns, max_row_characters } }: ExtractionLimits,
): AsyncGenerator<string[]> {
  const parser = parse({
    ...csvOptions(delimiter),
    skip_records_with_empty_values: true,
    max_record_size: max_row_characters,
  });
  Readable.from(piecesOf(text)).pipe(parser);
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (record.some((field) => hasSwallowed(field, delimiter)))
        throw new ExtractionError('csv_malformed', 'quotes that are not doubled');
      if (record.length > max_columns) throw new ExtractionError('table_size', `${record.length} columns`);
      yield record;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new ExtractionError('csv_malformed', error.code);
    throw error;
  }
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}
