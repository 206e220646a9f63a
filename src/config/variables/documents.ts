import { availableParallelism } from 'node:os';
import { parseClamdUrl, type ClamdAddress } from '../../integrations/malware-scan/clamd-url.js';
import { parseImportRoot, type ImportRoot } from '../../modules/documents/imports/sources/import-roots.js';
import { integer, listOf, text, type Variable } from './variable.js';

const clamavUrl: Variable<ClamdAddress | null> = {
  doc: "Address of ClamAV's clamd, tcp://host:3310. When set, only uploads that it finds clean are accepted.",
  fallback: '',
  parse: (value) => (value === '' ? null : parseClamdUrl(value)),
};

const readers: Variable<number> = {
  doc: 'Documents that one process reads concurrently, each in a child process of low priority. 0: other nodes read. Default: the number of cores.',
  fallback: '',
  parse: (value) => (value === '' ? availableParallelism() : integer(1, 0, 64, '').parse(value)),
};

const importRoots: Variable<ImportRoot[]> = {
  doc: 'Comma-separated folders and S3 prefixes that an organization may import, org_…=/mnt/manuals or org_…=s3://bucket/prefix?region=…&endpoint=https://… with the STORAGE_ credentials (docs/guides/import.md).',
  fallback: '',
  parse: (value) => listOf(value).map(parseImportRoot),
};

/** Accepted documents, and how they are read and drawn. */
export const DOCUMENTS = {
  CLAMAV_URL: clamavUrl,
  SANDBOX_LIBRARY: text(
    'samples',
    'Folder with library.json and the documents that fill sandboxes and demonstrations, relative to the project (docs/guides/sandbox.md).',
  ),
  UPLOAD_MAX_BYTES: integer(268_435_456, 1024, 4_294_967_296, 'Maximum size of an uploaded document, in bytes.'),
  IMPORT_MAX_BYTES: integer(
    4_294_967_296,
    1024,
    1_099_511_627_776,
    'Maximum size of the archive of an import, in bytes.',
  ),
  IMPORT_MAX_UNPACKED_BYTES: integer(
    68_719_476_736,
    1024,
    1_099_511_627_776,
    'Maximum unpacked size of an import, in bytes.',
  ),
  IMPORT_MAX_FILES: integer(100_000, 1, 1_000_000, 'Maximum files of an import.'),
  IMPORT_ROOTS: importRoots,
  UPLOAD_MAX_NAME_LENGTH: integer(255, 16, 255, 'Maximum length of an uploaded file name, in characters.'),
  UPLOAD_INSPECTION_SECONDS: integer(15, 1, 600, 'Maximum time to inspect an uploaded text or archive.'),
  UPLOAD_INSPECTION_MEMORY_MIB: integer(512, 128, 16_384, 'Maximum memory of the inspecting process.'),
  UPLOAD_INSPECTION_CONCURRENCY: integer(2, 1, 64, 'Maximum concurrent inspections.'),
  ARCHIVE_MAX_ENTRIES: integer(10_000, 10, 1_000_000, 'Maximum files in a ZIP package or Word file.'),
  ARCHIVE_MAX_NAME_LENGTH: integer(512, 64, 65_535, 'Maximum length of a path in an archive, in characters.'),
  ARCHIVE_MAX_BYTES: integer(2_147_483_648, 1024, 1_099_511_627_776, 'Maximum unpacked size of an archive, in bytes.'),
  ARCHIVE_ENTRY_MAX_BYTES: integer(
    268_435_456,
    1024,
    4_294_967_296,
    'Maximum unpacked size of one file in an archive, in bytes.',
  ),
  ARCHIVE_MAX_RATIO: integer(200, 10, 100_000, 'Maximum compression ratio.'),
  HTML_MAX_NESTING: integer(512, 32, 1_000, 'Maximum nesting depth of an HTML document.'),
  HTML_MAX_ELEMENTS: integer(1_000_000, 1_000, 100_000_000, 'Maximum elements of an HTML document.'),
  XML_MAX_NESTING: integer(256, 32, 1_000, 'Maximum nesting depth of an XML document.'),
  XML_MAX_ELEMENTS: integer(1_000_000, 1_000, 100_000_000, 'Maximum elements of an XML document.'),
  XML_MAX_ENTITY_CHARACTERS: integer(
    4_194_304,
    0,
    1_073_741_824,
    'Maximum characters from entities declared in an XML document.',
  ),
  INGESTION_CONCURRENCY: readers,
  INGESTION_TURN_SECONDS: integer(
    30,
    1,
    3600,
    'Time for one document while others wait. Those of its organization then get as long.',
  ),
  INGESTION_MEMORY_MIB: integer(
    960,
    256,
    16_384,
    'Maximum memory of a child process that reads a document, checked ten times per second.',
  ),
  INGESTION_MAX_PAGES: integer(20_000, 1, 1_000_000, 'Maximum pages of a document.'),
  INGESTION_PAGE_TEXT_BYTES: integer(1_048_576, 1024, 67_108_864, 'Maximum text of a page, in bytes of UTF-8.'),
  INGESTION_FILE_TEXT_BYTES: integer(
    268_435_456,
    1024,
    4_294_967_296,
    'Maximum text of a document, in bytes of UTF-8.',
  ),
  INGESTION_PAGE_SECONDS: integer(
    30,
    1,
    600,
    'CPU seconds allowed per page. The limit in elapsed time is ten times as long.',
  ),
  INGESTION_OCR_PAGE_SECONDS: integer(
    60,
    5,
    600,
    'CPU seconds allowed for OCR of one page. The limit in elapsed time is ten times as long.',
  ),
  INGESTION_FILE_SECONDS: integer(3600, 10, 86_400, 'Maximum time for one document, in addition to the time per page.'),
  INGESTION_FILE_SECONDS_PER_PAGE: integer(
    6,
    0,
    600,
    'Additional time per page of a document. OCR takes 2 to 3 s per page on an idle machine.',
  ),
  PAGE_IMAGE_CONCURRENCY: integer(
    0,
    0,
    64,
    'Pages that one process draws concurrently, each in a child process. 0: the number of cores minus one.',
  ),
  PAGE_IMAGE_MEMORY_MIB: integer(1024, 128, 16_384, 'Maximum memory of a child process that draws a page.'),
  PAGE_IMAGE_SECONDS: integer(10, 1, 600, 'Maximum time to draw a page.'),
} as const;
