import { EXTRACTION_MESSAGES, type ExtractionErrorCode } from './extraction-error.js';
import { MAX_PAGE_PIECES, type ExtractionLimits } from './extraction.types.js';

const count = (value: number): string => value.toLocaleString('en-US');
const mebibytes = (bytes: number): string => `${count(Math.round((bytes / 1024 ** 2) * 100) / 100)} MiB`;
const seconds = (milliseconds: number): string => `${count(milliseconds / 1000)} seconds`;

/** What the limit is that a file exceeded. PDF objects have none of their own: the parser does not count them, memory and time do. */
const ALLOWED: Partial<Record<ExtractionErrorCode, (limits: ExtractionLimits) => string>> = {
  too_many_pages: ({ max_pages: pages }) => `${count(pages)} pages`,
  too_much_text: ({ max_page_text_bytes: page, max_file_text_bytes: file }) =>
    `${mebibytes(file)} of text in a file, and on a page ${mebibytes(page)} or ${count(MAX_PAGE_PIECES)} lines and table cells`,
  too_much_memory: ({ max_memory_bytes: bytes }) => mebibytes(bytes),
  page_too_slow: ({ page_timeout_ms: time }) => `${seconds(time)} for a page`,
  file_too_slow: ({ file_timeout_ms: file, file_page_timeout_ms: page }) =>
    `${seconds(file)} for a file, and ${seconds(page)} more for each of its pages`,
  html_nesting: ({ html }) => `${count(html.max_nesting)} levels`,
  html_elements: ({ html }) => `${count(html.max_elements)} elements`,
  xml_nesting: ({ xml }) => `${count(xml.max_nesting)} levels`,
  xml_elements: ({ xml }) => `${count(xml.max_elements)} elements, each with ${count(xml.max_attributes)} attributes`,
  xml_entities: ({ xml }) => `${count(xml.max_entity_characters)} characters`,
  archive_entries: ({ archive }) => `${count(archive.max_entries)} files`,
  archive_name_length: ({ archive }) => `${count(archive.max_name_length)} characters`,
  archive_size: ({ archive }) => mebibytes(archive.max_unpacked_bytes),
  archive_entry_size: ({ archive }) => mebibytes(archive.max_entry_bytes),
  archive_ratio: ({ archive }) => `${count(archive.max_ratio)} times`,
};

/** The sentences for people on why a file was not read; where it exceeded a limit they name it. */
export function limitMessage(code: ExtractionErrorCode, limits: ExtractionLimits): string {
  const allowed = ALLOWED[code]?.(limits);
  return allowed === undefined ? EXTRACTION_MESSAGES[code] : `${EXTRACTION_MESSAGES[code]} Allowed are ${allowed}.`;
}
