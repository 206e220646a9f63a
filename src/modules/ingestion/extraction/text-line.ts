import type { Doubt } from './doubts.js';
import type { Corners, TextBox } from './text-boxes.js';

/** A piece of text as the file draws it. Units are points; y grows downwards and is the baseline. */
export interface TextRun {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  bold: boolean;
  rtl: boolean;
  /** Where it stands on the page, however it is turned there; missing where the format has no places. */
  corners?: Corners;
  /** 0–100, where it was read from a picture: see `leastConfidence`. */
  ocr_confidence?: number;
}

/** Text on one baseline: first a few close words (`toRows`), later a line of prose or a cell of a table (`toCells`). */
export interface Segment {
  text: string;
  x: number;
  right: number;
  /** Where `text` stands on the page. */
  boxes?: TextBox[];
}

/** Everything on one baseline across the page, in visual order. */
export interface Row {
  segments: Segment[];
  y: number;
  size: number;
  /** Whether (nearly) all of it is bold. */
  bold: boolean;
  rtl: boolean;
  /** Stamped on a scan: no measure of the type that its page is set in. */
  stamp?: true;
  /** Drawn at a right angle to the page: a wide table. Its places are those of the page turned upright. */
  sideways?: true;
  /** Drawn at a slant: a watermark, or the label of a drawing. */
  slanted?: true;
}

/** A page as a reader of one format delivers it, before any interpretation. */
export interface RawPage {
  page_number: number;
  label: string | null;
  /** Points; missing where the format has no places. */
  width?: number;
  height: number;
  rows: Row[];
  /** 0–100, where the text was read from a picture. */
  ocr_confidence?: number;
  /** Whether it is a picture of which only a little text, laid over or under it, is in `rows`. */
  unread_picture?: true;
  /** What of its text is not as the file shows it. */
  doubts?: Doubt[];
  /** Why the page could not be read. Its rows are then empty. */
  error?: string;
  /** Whether the format knows where its pages end, so that running headers can exist. */
  paginated: boolean;
}

/** One line in reading order, table cells joined by ` | `. */
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
  /** Where the text begins after a step marker or a WARNING label that stands apart from it, else `x`. */
  text_x: number;
  /** Characters of the marker or label that stands apart, else 0. */
  label_length: number;
}
