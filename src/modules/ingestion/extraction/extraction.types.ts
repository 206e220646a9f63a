import { DEFAULT_ARCHIVE_LIMITS, type ArchiveLimits } from '../../../common/files/zip-directory.js';
import type { S1000dMetadata } from './s1000d/module-head.js';
import { DEFAULT_HTML_LIMITS, type HtmlLimits } from './html/html-limits.js';
import { DEFAULT_OCR_LIMITS, type OcrLimits } from './ocr/ocr-limits.js';
import { DEFAULT_XML_LIMITS, type XmlLimits } from './xml/xml-limits.js';

import type { Caption } from './facts/figures.js';
import type { TextBox } from './text-boxes.js';

/** What a block of a page is, as far as layout and wording tell. */
export type BlockKind = 'heading' | 'paragraph' | 'list_item' | 'table_row' | 'figure' | 'warning' | 'caution' | 'note';

/**
 * What a WARNING or CAUTION governs where the file itself says so: the step of that level that comes next, with its
 * sub-steps, or the section around it whose heading has that level.
 */
export type NoticeReach = { step: number } | { section: number };

/** One logical block of a page. `start` and `end` are offsets (UTF-16 code units) into the `text` of its page. */
export interface PageBlock {
  kind: BlockKind;
  text: string;
  start: number;
  end: number;
  /** Headings: depth in the section tree, outermost 1. List items: depth of the step numbering, outermost 1. */
  level?: number;
  /** Set on a notice at the top of a page that began on the page before. */
  continued?: true;
  /** Set on a notice in the middle of a step or paragraph, which it governs too. */
  inline?: true;
  /** Set on a notice whose file says what it governs; otherwise its place tells. */
  reach?: NoticeReach;
  /** Set on a heading: numbers under which all of its section is filed, whether or not its text names them. */
  identifiers?: string[];
  /** Set on a figure: what its caption says. */
  caption?: Caption;
  /** Set on a table row that names the columns of the rows below. */
  header?: true;
}

/** Size of a page in points, and where each stretch of its text stands on it, in the order of the text. */
export interface PageLayoutBoxes {
  width: number;
  height: number;
  boxes: TextBox[];
}

/** The text of one page as readers see it and as quotes are checked against. */
export interface ExtractedPage {
  /** Physical page, 1-based: what a PDF viewer counts. */
  page_number: number;
  /** What is printed on the page as its number, when the file declares page labels ("iv", "201"). */
  label: string | null;
  /** Whole text, running headers and footers included; every quote is a substring of it. */
  text: string;
  /** Blocks in reading order. Running headers and footers are in no block. */
  blocks: PageBlock[];
  /** Where the text stands on the page; missing where the format has no places. */
  layout?: PageLayoutBoxes;
}

/** A WARNING or CAUTION that applies to the steps of a passage. */
export interface GoverningNotice {
  kind: 'warning' | 'caution';
  /** Verbatim text, joined by a line feed where the notice itself runs over a page break. */
  text: string;
  /** Page on which the notice begins. */
  page_number: number;
  /** Offsets, in the text of that page, of the notice or of what of it stands there. */
  start: number;
  end: number;
  /** 0–100, where it was read from a picture. */
  ocr_confidence?: number;
}

/** The unit of search and citation: a piece of one page, at most 256 tokens of the embedding model. */
export interface ExtractedPassage {
  page_number: number;
  /** 0-based position within the revision. */
  ordinal: number;
  /** Titles of the sections around it, outermost first. */
  section: string[];
  /** Exactly `page.text.slice(start, end)`. */
  text: string;
  start: number;
  end: number;
  kind: 'text' | 'warning' | 'caution' | 'note';
  /** What governs the steps of this passage, wherever it stands: same page, previous page, earlier passage of the section. */
  notices: GoverningNotice[];
  /** ATA and part numbers as `extractIdentifiers` spells them. */
  identifiers: string[];
  token_count: number;
  /** 0–100, where the text was read from a picture: of its least sure number, or the mean. Null: the file's own text. */
  ocr_confidence: number | null;
}

/** An entry of the table of contents that the file itself declares. `level` of the outermost entries is 1. */
export interface OutlineEntry {
  title: string;
  page_number: number;
  level: number;
}

/** What is known as soon as a file opens. */
export interface ExtractedDocument {
  page_count: number;
  title: string | null;
  outline: OutlineEntry[];
  /** BCP 47 tag as the file declares it, or null. */
  language: string | null;
  /** Of a data module or a publication, alone or as a package. */
  s1000d?: S1000dMetadata;
}

/** Lines and table cells of one page. A dense real page has a few hundred. */
export const MAX_PAGE_PIECES = 20_000;

/** Bounds of one extraction, all enforced outside the parser's goodwill. */
export interface ExtractionLimits {
  max_pages: number;
  /** UTF-8 bytes of text of one page. */
  max_page_text_bytes: number;
  /** UTF-8 bytes of text of the whole file. */
  max_file_text_bytes: number;
  /** Milliseconds of work, as `workTime` counts them, without any page finished. */
  page_timeout_ms: number;
  /** Milliseconds for the whole file, waiting for the parent's database included, and so many more for each page. */
  file_timeout_ms: number;
  file_page_timeout_ms: number;
  /** Bytes of resident memory of the child process. */
  max_memory_bytes: number;
  /** Of ZIP packages and of Word files, which are ZIP archives. */
  archive: ArchiveLimits;
  /** Of each XML document, in a package or alone. */
  xml: XmlLimits;
  html: HtmlLimits;
  /** Of pages that are pictures. */
  ocr: OcrLimits;
}

/** 20,000 pages, 1 MiB of text a page, 256 MiB a file, 30 s a page, one hour and 6 s a page a file, 960 MiB of memory: it grows on until it is looked at. */
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
  ocr: DEFAULT_OCR_LIMITS,
};
