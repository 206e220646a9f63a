import { SUPPORTED_SENTENCE } from '../../../common/files/supported-formats.js';
import { ZIP_MESSAGES, type ZipProblem } from '../../../common/files/zip-error.js';
import { HTML_MESSAGES, type HtmlProblem } from './html/html-limits.js';
import { XML_MESSAGES, type XmlProblem } from './xml/xml-problem.js';

/** Why a file could not be ingested. Stored with the document and shown to clients. */
export type ExtractionErrorCode =
  | ZipProblem
  | XmlProblem
  | HtmlProblem
  | 'docx_doctype'
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

/**
 * One sentence on what is wrong, one on what to do, for a maintenance planner rather than a programmer. Those of limits come
 * with their numbers from `limitMessage`.
 */
export const EXTRACTION_MESSAGES: Record<ExtractionErrorCode, string> = {
  ...ZIP_MESSAGES,
  ...XML_MESSAGES,
  ...HTML_MESSAGES,
  docx_doctype:
    'A part of the Word file declares a document type, as attacks do and Word never does. Save it again with Word and upload it again.',
  empty: 'The file is empty. Check the copy on your side and upload it again.',
  encoding: 'How the characters of the file are encoded could not be found out. Save it as UTF-8 and upload it again.',
  missing: 'The stored copy of the file is missing. Upload the file again.',
  too_many_pages: 'The file has more pages than one document may have. Split it into parts and upload each part.',
  image_too_large:
    'The image has more pixels than one page may have (150 million). Scan the page at 300 dpi and upload it again.',
  too_much_text: 'The file holds more text than one document may hold. Split it into parts and upload each part.',
  too_much_memory:
    'The file needs more memory than is allowed for one document. Save it again with its original program, or split it, and upload it again.',
  page_too_slow:
    'A page of the file takes longer to read than is allowed. Save the file again with its original program, or leave the page out, and upload it again.',
  file_too_slow: 'The file takes longer to read than is allowed. Split it into parts and upload each part.',
  too_complex:
    'The file is built in a way that is too complex to be read. Save it again with its original program and upload it again.',
  unsupported: `This type of file is not supported. ${SUPPORTED_SENTENCE}`,
  aborted: 'Processing was interrupted. It can be started again.',
  internal: 'The file could not be processed because of a fault on our side. Try again, or contact support.',
};

/** The one error that extraction throws. `message` may be shown to users; `detail` is for the log only. */
export class ExtractionError extends Error {
  constructor(
    readonly code: ExtractionErrorCode,
    readonly detail?: string,
    message: string = EXTRACTION_MESSAGES[code],
  ) {
    super(message);
    this.name = 'ExtractionError';
  }

  /** Whether the same file may succeed on another try. Everything else is a property of the file itself. */
  get retryable(): boolean {
    return this.code === 'aborted' || this.code === 'internal';
  }
}
