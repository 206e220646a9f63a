import { MAX_PAGE_PIECES, type ExtractionLimits } from '../limits/extraction-limits.js';
import { EXTRACTION_MESSAGES, type ExtractionErrorCode } from './extraction-error.js';

const count = (value: number): string => value.toLocaleString('en-US');
const mebibytes = (bytes: number): string => `${count(Math.round((bytes / 1024 ** 2) * 100) / 100)} MiB`;
const seconds = (milliseconds: number): string => `${count(milliseconds / 1000)} seconds`;

/** The limit that each code reports. PDF objects are not counted: memory and time bound them. */
const LIMITS: Partial<Record<ExtractionErrorCode, (limits: ExtractionLimits) => string>> = {
  too_many_pages: ({ max_pages: pages }) => `${count(pages)} pages`,
  too_much_text: ({ max_page_text_bytes: page, max_file_text_bytes: file }) =>
    `${mebibytes(file)} of text per file, and ${mebibytes(page)} or ${count(MAX_PAGE_PIECES)} lines and table cells per page`,
  too_much_memory: ({ max_memory_bytes: bytes }) => mebibytes(bytes),
  page_too_slow: ({ page_timeout_ms: time }) => `${seconds(time)} per page`,
  file_too_slow: ({ file_timeout_ms: file, file_page_timeout_ms: page }) =>
    `${seconds(file)} per file plus ${seconds(page)} per page`,
  html_nesting: ({ html }) => `${count(html.max_nesting)} levels`,
  html_elements: ({ html }) => `${count(html.max_elements)} elements`,
  table_size: ({ table }) =>
    `${count(table.max_columns)} columns, ${count(table.max_cells)} cells per file and ${count(table.max_merges)} merged cells per sheet`,
  mail_structure: ({ mail }) =>
    `${mebibytes(mail.max_bytes)}, ${count(mail.max_parts)} parts, ${count(mail.max_nesting)} levels and ${count(mail.max_messages)} messages`,
  csv_malformed: ({ table }) => `${count(table.max_row_characters)} characters per row`,
  xml_nesting: ({ xml }) => `${count(xml.max_nesting)} levels`,
  xml_elements: ({ xml }) => `${count(xml.max_elements)} elements with ${count(xml.max_attributes)} attributes each`,
  xml_entities: ({ xml }) => `${count(xml.max_entity_characters)} characters`,
  archive_entries: ({ archive }) => `${count(archive.max_entries)} files`,
  archive_name_length: ({ archive }) => `${count(archive.max_name_length)} characters`,
  archive_size: ({ archive }) => mebibytes(archive.max_unpacked_bytes),
  archive_entry_size: ({ archive }) => mebibytes(archive.max_entry_bytes),
  archive_ratio: ({ archive }) => `${count(archive.max_ratio)}:1`,
};

/** The message for a code, with the value of the limit if the file exceeded one. */
export function limitMessage(code: ExtractionErrorCode, limits: ExtractionLimits): string {
  const limit = LIMITS[code]?.(limits);
  return limit === undefined ? EXTRACTION_MESSAGES[code] : `${EXTRACTION_MESSAGES[code]} The limit is ${limit}.`;
}
