import { availableParallelism } from 'node:os';
import { parseClamdUrl, type ClamdAddress } from '../../integrations/malware-scan/clamd-url.js';
import { integer, type Variable } from '../variable.js';

const clamavUrl: Variable<ClamdAddress | null> = {
  doc: "tcp://host:3310 of ClamAV's clamd. When set, no upload is accepted that it did not find clean.",
  fallback: '',
  parse: (value) => (value === '' ? null : parseClamdUrl(value)),
};

const readers: Variable<number> = {
  doc: 'Documents that one process reads at the same time, each in a child process of its own; 0 leaves reading to other nodes. Default: one less than the processor has cores, at least 1.',
  fallback: '',
  parse: (value) => (value === '' ? Math.max(1, availableParallelism() - 1) : integer(1, 0, 64, '').parse(value)),
};

/** What is accepted as a document, and how it is read and drawn. */
export const DOCUMENTS = {
  CLAMAV_URL: clamavUrl,
  UPLOAD_MAX_BYTES: integer(268_435_456, 1024, 4_294_967_296, 'Largest file accepted as a document.'),
  UPLOAD_MAX_NAME_LENGTH: integer(255, 16, 255, 'Characters that the name of an uploaded file may have.'),
  UPLOAD_INSPECTION_SECONDS: integer(15, 1, 600, 'Longest time for looking into an uploaded text or archive.'),
  UPLOAD_INSPECTION_MEMORY_MIB: integer(512, 128, 16_384, 'Memory at which the process that looks into it is ended.'),
  UPLOAD_INSPECTION_CONCURRENCY: integer(2, 1, 64, 'Uploaded files looked into at a time.'),
  ARCHIVE_MAX_ENTRIES: integer(10_000, 10, 1_000_000, 'Files that a ZIP package or Word file may hold.'),
  ARCHIVE_MAX_NAME_LENGTH: integer(512, 64, 65_535, 'Characters that the name of a file in it may have, with folders.'),
  ARCHIVE_MAX_BYTES: integer(2_147_483_648, 1024, 1_099_511_627_776, 'Bytes that it may unpack to.'),
  ARCHIVE_ENTRY_MAX_BYTES: integer(268_435_456, 1024, 4_294_967_296, 'Bytes that one file in it may unpack to.'),
  ARCHIVE_MAX_RATIO: integer(200, 10, 100_000, 'Times its own size that it may unpack to.'),
  HTML_MAX_NESTING: integer(512, 32, 1_000, 'Elements inside of each other that an HTML document may have.'),
  HTML_MAX_ELEMENTS: integer(1_000_000, 1_000, 100_000_000, 'Elements that an HTML document may have.'),
  XML_MAX_NESTING: integer(256, 32, 1_000, 'Elements inside of each other that an XML document may have.'),
  XML_MAX_ELEMENTS: integer(1_000_000, 1_000, 100_000_000, 'Elements that an XML document may have.'),
  XML_MAX_ENTITY_CHARACTERS: integer(
    4_194_304,
    0,
    1_073_741_824,
    'Characters that the entities which an XML document declares may make in it.',
  ),
  INGESTION_CONCURRENCY: readers,
  INGESTION_TURN_SECONDS: integer(
    30,
    1,
    3600,
    "How long one document is read on while other organizations' documents wait.",
  ),
  INGESTION_MEMORY_MIB: integer(
    960,
    256,
    16_384,
    'Memory at which a child process that reads a document is ended, looked at ten times a second; what bounds the objects of a PDF, too.',
  ),
  INGESTION_MAX_PAGES: integer(20_000, 1, 1_000_000, 'Pages that one document may have.'),
  INGESTION_PAGE_TEXT_BYTES: integer(1_048_576, 1024, 67_108_864, 'Bytes of text (UTF-8) that one page may have.'),
  INGESTION_FILE_TEXT_BYTES: integer(268_435_456, 1024, 4_294_967_296, 'Bytes of text that one document may have.'),
  INGESTION_PAGE_SECONDS: integer(
    30,
    1,
    600,
    'Processor time without a finished page before it is given up; ten times as long where the processor is busy with others.',
  ),
  INGESTION_OCR_PAGE_SECONDS: integer(60, 5, 600, 'Processor time for reading the picture of one page; likewise.'),
  INGESTION_FILE_SECONDS: integer(3600, 10, 86_400, 'Longest time for one document, whatever its pages.'),
  INGESTION_FILE_SECONDS_PER_PAGE: integer(
    6,
    0,
    600,
    'Time for one document on top of that, for each of its pages: OCR takes 2 to 3 s a page where nothing else runs.',
  ),
  PAGE_IMAGE_CONCURRENCY: integer(
    0,
    0,
    64,
    'Pages that one process draws at the same time, each in a child process of its own; 0 for one less than there are cores.',
  ),
  PAGE_IMAGE_MEMORY_MIB: integer(1024, 128, 16_384, 'Memory at which a child process that draws a page is ended.'),
  PAGE_IMAGE_SECONDS: integer(10, 1, 600, 'Longest time to draw a page.'),
} as const;
