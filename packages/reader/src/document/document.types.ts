import type { S1000dMetadata } from '../s1000d/module/module-head.js';
import type { Caption } from '../facts/figures.js';
import type { TextBox } from '../layout/rows/text-boxes.js';

export type BlockKind = 'heading' | 'paragraph' | 'list_item' | 'table_row' | 'figure' | 'warning' | 'caution' | 'note';

/** What a WARNING or CAUTION governs, if the file says so: the next step of that level with its sub-steps, or the section around it. */
export type NoticeReach = { step: number } | { section: number };

/** One logical block of a page. `start` and `end` are offsets (UTF-16 code units) into the `text` of its page. */
export interface PageBlock {
  kind: BlockKind;
  text: string;
  start: number;
  end: number;
  /** Headings: depth in the section tree, outermost 1. List items: depth of the step numbering, outermost 1. */
  level?: number;
  /** Set on a notice that continues from the previous page. */
  continued?: true;
  inline?: true;
  /** Set on a notice if the file says what it governs; otherwise its position decides. */
  reach?: NoticeReach;
  /** Set on a heading: identifiers of its whole section, whether or not its text contains them. */
  identifiers?: string[];
  /** Set on a figure. */
  caption?: Caption;
  /** Set on a table row with column names. */
  header?: true;
}

/** Size of a page in points, and the position of each stretch of its text, in text order. */
export interface PageLayoutBoxes {
  width: number;
  height: number;
  boxes: TextBox[];
}

/** The text of one page. Quotes are checked against it. */
export interface ExtractedPage {
  /** Physical page, 1-based: what a PDF viewer counts. */
  page_number: number;
  /** Printed page number, if the file declares page labels ("iv", "201"). */
  label: string | null;
  /** Whole text, running headers and footers included; every quote is a substring of it. */
  text: string;
  /** Blocks in reading order. Running headers and footers are in no block. */
  blocks: PageBlock[];
  /** Positions of the text; missing if the format has none. */
  layout?: PageLayoutBoxes;
}

/** A WARNING or CAUTION that applies to the steps of a passage. */
export interface GoverningNotice {
  kind: 'warning' | 'caution';
  /** Verbatim text, joined by a line feed if the notice continues on the next page. */
  text: string;
  /** Page on which the notice begins. */
  page_number: number;
  /** Offsets in the text of that page. For a continued notice, of its part there. */
  start: number;
  end: number;
  /** 0–100, if read by OCR. */
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
  /** Notices that govern the steps of this passage, from the same page, an earlier page or an earlier passage of the section. */
  notices: GoverningNotice[];
  /** ATA and part numbers as `extractIdentifiers` spells them. */
  identifiers: string[];
  token_count: number;
  /** 0–100, if read by OCR: of its least certain number, or the mean. Null for text from the file. */
  ocr_confidence: number | null;
}

export interface OutlineEntry {
  title: string;
  page_number: number;
  level: number;
}

export interface ExtractedDocument {
  page_count: number;
  title: string | null;
  outline: OutlineEntry[];
  /** BCP 47 tag that the file declares, or null. */
  language: string | null;
  /** Of a data module or a publication, alone or as a package. */
  s1000d?: S1000dMetadata;
}
