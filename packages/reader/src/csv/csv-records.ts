import type { Options } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { isHeader } from '../tabular/header-row.js';

const DELIMITERS = [',', ';', '\t'];

/** The line with which spreadsheets announce a delimiter. */
export const DELIMITER_LINE = /^sep=([,;\t])\r?\n/i;

/** Rows that are examined. */
const MAX_ROWS = 100;

/** Rows that show a table with two columns, and with more. Two lines of prose may have a comma each. */
const MIN_ROWS = { two: 3, more: 2 };

/** Share of fields that may begin with a space. In prose, a space follows each comma. */
const MAX_SPACED = 0.1;

/** Fields of a table without header: words. */
const MAX_WORDS = 3;

/** How records are read: quoted fields as in RFC 4180, and any line ends. */
export function csvOptions(delimiter: string): Options {
  return { delimiter, relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n', '\r'] };
}

/**
 * The delimiter of a text whose rows all have the same number of fields; null for other texts. Also null where the commas may be those of
 * prose or of decimal numbers: plain text is read faithfully, a table of its sentences is not.
 * @param head may end inside a record
 */
export function csvDelimiter(head: string): string | null {
  const text = head.replace(/^\ufeff/, '').trimEnd();
  const declared = DELIMITER_LINE.exec(text)?.[1];
  if (declared !== undefined) return declared;
  // With semicolons or tabs in each row, commas are those of decimal numbers.
  const others = DELIMITERS.filter((delimiter) => delimiter !== ',' && isRegular(recordsOf(text, delimiter)));
  const counts = (others.length > 0 ? others : [',']).map((delimiter) => ({
    delimiter,
    columns: columnsOf(text, delimiter),
  }));
  const best = counts.reduce((one, other) => (other.columns > one.columns ? other : one));
  return best.columns > 1 ? best.delimiter : null;
}

function isRegular(records: string[][]): boolean {
  const [first] = records;
  return first !== undefined && first.length > 1 && records.every(({ length }) => length === first.length);
}

/** The number of columns, 0 for a text that is no table. */
function columnsOf(text: string, delimiter: string): number {
  const records = recordsOf(text, delimiter);
  const [first, second] = records;
  if (!first || !second || !isRegular(records)) return 0;
  if (records.length < (first.length === 2 ? MIN_ROWS.two : MIN_ROWS.more)) return 0;
  const fields = records.flatMap((record) => record.slice(1));
  if (delimiter !== '\t' && fields.filter((field) => /^\s/.test(field)).length > MAX_SPACED * fields.length) return 0;
  const isNamed = isHeader(first, second) && new Set(first).size === first.length;
  return isNamed || isData(records) ? first.length : 0;
}

function isData(records: string[][]): boolean {
  if (records[0]!.length < 3 || records.length < 3) return false;
  return records.every((record) =>
    record.every((field, i) => {
      const isDecimal = /\s\d+$/.test(field.slice(-24)) && /^\d/.test(record[i + 1] ?? '');
      return !isDecimal && field.split(/\s+/, MAX_WORDS + 1).length <= MAX_WORDS;
    }),
  );
}

/** The first records; none if they cannot be parsed. The last one is left out, because it may be cut, if others are enough. */
function recordsOf(text: string, delimiter: string): string[][] {
  const records: string[][] = [];
  const onRecord = (record: string[]): null => {
    records.push(record);
    return null;
  };
  try {
    parse(text, { ...csvOptions(delimiter), to: MAX_ROWS, on_record: onRecord });
  } catch {
    // The end of the head may be inside of quotes.
  }
  return records.length > MIN_ROWS.two ? records.slice(0, -1) : records;
}

/** Whether the field has swallowed a row: it has a line end, and a quote next to a delimiter, as when quotes inside are not doubled. */
export function hasSwallowed(field: string, delimiter: string): boolean {
  return /[\r\n]/.test(field) && (field.includes(`"${delimiter}`) || field.includes(`${delimiter}"`));
}
