import { CSV_FORMAT } from './csv/csv-format.js';
import { DOCX_FORMAT } from './docx/docx-format.js';
import { EMAIL_FORMAT } from './email/email-format.js';
import type { Format } from './format.js';
import { HTML_FORMAT } from './html/html-format.js';
import { MARKDOWN_FORMAT } from './markdown/markdown-format.js';
import { ODT_FORMAT } from './odt/odt-format.js';
import { JPEG_FORMAT, PNG_FORMAT, TIFF_FORMAT } from './ocr/image-formats.js';
import { PDF_FORMAT } from './pdf/pdf-format.js';
import { PLAIN_TEXT_FORMAT } from './plain-text/plain-text-format.js';
import { PPTX_FORMAT } from './pptx/pptx-format.js';
import { S1000D_MODULE_FORMAT, S1000D_PACKAGE_FORMAT } from './s1000d/s1000d-formats.js';
import { XLSX_FORMAT } from './xlsx/xlsx-format.js';

/** All supported formats. Plain text accepts any text: other text formats come before it. */
export const FORMATS: readonly Format[] = [
  PDF_FORMAT,
  DOCX_FORMAT,
  XLSX_FORMAT,
  PPTX_FORMAT,
  ODT_FORMAT,
  EMAIL_FORMAT,
  HTML_FORMAT,
  CSV_FORMAT,
  MARKDOWN_FORMAT,
  PLAIN_TEXT_FORMAT,
  S1000D_MODULE_FORMAT,
  S1000D_PACKAGE_FORMAT,
  PNG_FORMAT,
  JPEG_FORMAT,
  TIFF_FORMAT,
];

/** Media types of {@link FORMATS}, as `details.supported` lists them. */
export const SUPPORTED_MEDIA_TYPES: readonly string[] = FORMATS.map(({ mediaType }) => mediaType);

export const SUPPORTED_SENTENCE = `Supported formats: ${FORMATS.map(({ name }) => name).join(', ')}.`;

export function findFormat(mediaType: string, formats = FORMATS): Format | undefined {
  return formats.find((format) => format.mediaType === mediaType);
}
