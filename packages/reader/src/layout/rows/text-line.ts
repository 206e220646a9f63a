import type { Caveat } from '../../document/caveats.js';
import type { Corners, TextBox } from './text-boxes.js';

/** A piece of text as drawn, in points; y grows downward and is the baseline. */
export interface TextRun {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  bold: boolean;
  rtl: boolean;
  /** Position on the page before rotation; missing if the format has none. */
  corners?: Corners;
  /** 0–100, if read by OCR: see `leastConfidence`. */
  ocr_confidence?: number;
}

/** Text on one baseline: a few close words (`toRows`), later a line of prose or a table cell (`toCells`). */
export interface Segment {
  text: string;
  x: number;
  right: number;
  boxes?: TextBox[];
}

/** All text on one baseline, in visual order. */
export interface Row {
  segments: Segment[];
  y: number;
  size: number;
  /** Whether nearly all of it is bold. */
  bold: boolean;
  rtl: boolean;
  /** A stamp on a scan: its size is not that of the text. */
  stamp?: true;
  /** At a right angle to the page, such as a wide table. Positions are those of the page turned upright. */
  sideways?: true;
  /** At a slant: a watermark, or the label of a drawing. */
  slanted?: true;
}

export interface RawPage {
  page_number: number;
  label: string | null;
  /** Points; missing if the format has no positions. */
  width?: number;
  height: number;
  rows: Row[];
  /** 0–100, if read by OCR. */
  ocr_confidence?: number;
  /** Whether it is a picture with little text of the file in `rows`. */
  unread_picture?: true;
  caveats?: Caveat[];
  /** Set if the page could not be read. Its rows are then empty. */
  error?: string;
  /** Whether the format has pages, so that running headers can exist. */
  paginated: boolean;
}

/** One line in reading order, cells joined by ` | `. */
export interface TextLine {
  text: string;
  boxes: TextBox[];
  x: number;
  right: number;
  y: number;
  size: number;
  bold: boolean;
  /** Number of table cells; 1 for a line of prose. */
  cells: number;
  /** Start of the text after a separate step marker or WARNING label, else `x`. */
  text_x: number;
  /** Characters of the separate marker or label, else 0. */
  label_length: number;
}
