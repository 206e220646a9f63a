/** Lines and table cells of one page. A dense real page has a few hundred. */
export const MAX_PAGE_PIECES = 20_000;

export interface ArchiveLimits {
  max_entries: number;
  /** Characters in the path of an entry. */
  max_name_length: number;
  /** Unpacked bytes of all entries. */
  max_unpacked_bytes: number;
  /** Unpacked bytes of one entry. */
  max_entry_bytes: number;
  /** Maximum compression ratio: unpacked size divided by file size. */
  max_ratio: number;
}

export interface XmlLimits {
  /** Levels of nested elements. */
  max_nesting: number;
  max_elements: number;
  /** Attributes of one element. */
  max_attributes: number;
  /** References to entities that the document declares. */
  max_entity_references: number;
  /** Levels of entities that refer to entities. */
  max_entity_depth: number;
  /** Characters that all entity references expand to. */
  max_entity_characters: number;
}

export interface HtmlLimits {
  /** Levels of nested elements. Browsers stop at 512 too. */
  max_nesting: number;
  max_elements: number;
}

/** Limits of tables in sheets. */
export interface TableLimits {
  max_columns: number;
  /** Characters of one row. */
  max_row_characters: number;
  /** Cells with text in the whole file. */
  max_cells: number;
  /** Merged ranges of one sheet. */
  max_merges: number;
}

/** Limits of an e-mail. */
export interface MailLimits {
  /** Messages are parsed in memory. */
  max_bytes: number;
  /** Lines that begin like the delimiter of a part. */
  max_parts: number;
  /** Levels of parts in parts. */
  max_nesting: number;
  /** Of all parts of a message. */
  max_header_bytes: number;
  /** The message and those attached to it. */
  max_messages: number;
}

/** Limits of optical character recognition, in milliseconds as `workTime` counts them. */
export interface OcrLimits {
  /** To draw one page. */
  draw_timeout_ms: number;
  /** To read one image in all orientations that are tried. */
  page_timeout_ms: number;
}

/** Limits of reading one file. The parent process enforces time and memory. */
export interface ExtractionLimits {
  max_pages: number;
  /** UTF-8 bytes of text on one page. */
  max_page_text_bytes: number;
  /** UTF-8 bytes of text in the whole file. */
  max_file_text_bytes: number;
  /** Milliseconds, as `workTime` counts them, without a finished page. */
  page_timeout_ms: number;
  /** Elapsed milliseconds for the whole file, including time spent storing its pages. */
  file_timeout_ms: number;
  /** Added to `file_timeout_ms` for each page. */
  file_page_timeout_ms: number;
  /** Bytes of resident memory of the child process. */
  max_memory_bytes: number;
  archive: ArchiveLimits;
  /** Of each XML document, alone or in an archive. */
  xml: XmlLimits;
  html: HtmlLimits;
  table: TableLimits;
  mail: MailLimits;
  ocr: OcrLimits;
}

export const DEFAULT_ARCHIVE_LIMITS: ArchiveLimits = {
  max_entries: 10_000,
  max_name_length: 512,
  max_unpacked_bytes: 2 * 1024 ** 3,
  max_entry_bytes: 256 * 1024 ** 2,
  max_ratio: 200,
};

export const DEFAULT_XML_LIMITS: XmlLimits = {
  max_nesting: 256,
  max_elements: 1_000_000,
  max_attributes: 256,
  max_entity_references: 100_000,
  max_entity_depth: 16,
  max_entity_characters: 4 * 1024 ** 2,
};

export const DEFAULT_HTML_LIMITS: HtmlLimits = { max_nesting: 512, max_elements: 1_000_000 };

export const DEFAULT_TABLE_LIMITS: TableLimits = {
  max_columns: 1_000,
  max_row_characters: 512 * 1024,
  max_cells: 4_000_000,
  max_merges: 100_000,
};

export const DEFAULT_MAIL_LIMITS: MailLimits = {
  max_bytes: 64 * 1024 ** 2,
  max_parts: 10_000,
  max_nesting: 32,
  max_header_bytes: 1024 ** 2,
  max_messages: 50,
};

/** About thirty times what a dense page takes. */
export const DEFAULT_OCR_LIMITS: OcrLimits = { draw_timeout_ms: 20_000, page_timeout_ms: 60_000 };

export const DEFAULT_EXTRACTION_LIMITS: ExtractionLimits = {
  max_pages: 20_000,
  max_page_text_bytes: 1024 ** 2,
  max_file_text_bytes: 256 * 1024 ** 2,
  page_timeout_ms: 30_000,
  file_timeout_ms: 3_600_000,
  file_page_timeout_ms: 6_000,
  max_memory_bytes: 960 * 1024 ** 2,
  archive: DEFAULT_ARCHIVE_LIMITS,
  xml: DEFAULT_XML_LIMITS,
  html: DEFAULT_HTML_LIMITS,
  table: DEFAULT_TABLE_LIMITS,
  mail: DEFAULT_MAIL_LIMITS,
  ocr: DEFAULT_OCR_LIMITS,
};
