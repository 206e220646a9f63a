/** Word documents (ECMA-376 WordprocessingML). */
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** What may be uploaded, by media type, as `details.supported` lists it. */
export const SUPPORTED_FORMATS = [
  'application/pdf',
  DOCX,
  'text/html',
  'text/markdown',
  'text/plain',
  'application/xml',
  'application/zip',
  'image/png',
  'image/jpeg',
  'image/tiff',
] as const;

/** Formats that can be ingested, by media type. XML and ZIP are S1000D data modules and packages of them. */
export type SupportedFormat = (typeof SUPPORTED_FORMATS)[number];

/** {@link SUPPORTED_FORMATS} as messages say it. */
export const SUPPORTED_SENTENCE =
  'Supported are PDF, Word (DOCX), HTML, Markdown, plain text, S1000D data modules (XML, or a ZIP package of them) and images (PNG, JPEG, TIFF).';
