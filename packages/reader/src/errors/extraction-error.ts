import { ZIP_MESSAGES, type ZipProblem } from './zip-error.js';

export type XmlProblem =
  'xml_malformed' | 'xml_encoding' | 'xml_entities' | 'xml_nesting' | 'xml_elements' | 'xml_unknown';

/** Why a file could not be read. Stored with the document and shown to clients. */
export type ExtractionErrorCode =
  | ZipProblem
  | XmlProblem
  | 'html_nesting'
  | 'html_elements'
  | 'docx_doctype'
  | 'csv_malformed'
  | 'table_size'
  | 'mail_structure'
  | 'empty'
  | 'encoding'
  | 'missing'
  | 'too_many_pages'
  | 'image_too_large'
  | 'too_much_text'
  | 'too_much_memory'
  | 'page_too_slow'
  | 'file_too_slow'
  | 'too_complex'
  | 'unsupported'
  | 'aborted'
  | 'internal';

/** One sentence on the problem and one on the remedy, for a maintenance planner. `limitMessage` adds the value of the limit. */
export const EXTRACTION_MESSAGES: Record<ExtractionErrorCode, string> = {
  ...ZIP_MESSAGES,
  xml_malformed:
    'The XML is incomplete or not well-formed and cannot be read. Get a new copy from its publisher and upload it again.',
  xml_encoding:
    'The XML does not match its declared character encoding, or the encoding is not supported. Save it as UTF-8 and upload it again.',
  xml_entities:
    'The entities of the XML expand to too much text. Save it with its entities resolved and upload it again.',
  xml_nesting: 'The elements of the XML are nested too deeply. Get a new copy from its publisher.',
  xml_elements: 'The XML has too many elements or attributes. Split it into several data modules.',
  xml_unknown:
    'The XML is neither an S1000D data module nor a publication module. Upload it in one of the supported formats.',
  html_nesting: 'The elements of the HTML are nested too deeply. Save it again with another program.',
  html_elements: 'The HTML has too many elements. Split it into several files.',
  docx_doctype:
    'A part of the file contains a document type declaration, which Office programs never write. Save it again with its original program and upload it again.',
  csv_malformed:
    'A quoted field of the CSV file does not end, or a row is too long. Check the quotation marks and upload the file again.',
  table_size: 'A table of the file has too many columns, cells or merged cells. Split it into several files.',
  mail_structure:
    'The e-mail is too large, or has too many parts or attached messages. Save its attachments and upload them.',
  empty: 'The file is empty. Check your copy and upload it again.',
  encoding: 'The character encoding of the file could not be determined. Save it as UTF-8 and upload it again.',
  missing: 'The stored copy of the file is missing. Upload the file again.',
  too_many_pages: 'The file has too many pages. Split it into parts and upload each part.',
  image_too_large: 'The image has more than 150 million pixels. Scan the page at 300 dpi and upload it again.',
  too_much_text: 'The file contains too much text. Split it into parts and upload each part.',
  too_much_memory:
    'Reading the file takes too much memory. Save it again with its original program, or split it, and upload it again.',
  page_too_slow:
    'A page of the file takes too long to read. Save the file again with its original program, or remove the page, and upload it again.',
  file_too_slow: 'The file takes too long to read. Split it into parts and upload each part.',
  too_complex:
    'The structure of the file is too complex to read. Save it again with its original program and upload it again.',
  unsupported: 'This type of file is not supported. Upload it in one of the supported formats.',
  aborted: 'Processing was interrupted. It can be started again.',
  internal: 'The file could not be processed because of an internal error. Try again, or contact support.',
};

/** The error that reading a file throws. `message` may be shown to users; `detail` is for the log only. */
export class ExtractionError extends Error {
  constructor(
    readonly code: ExtractionErrorCode,
    readonly detail?: string,
  ) {
    super(EXTRACTION_MESSAGES[code]);
    this.name = 'ExtractionError';
  }

  /** Whether another attempt may succeed. All other codes are properties of the file. */
  get retryable(): boolean {
    return this.code === 'aborted' || this.code === 'internal';
  }
}
