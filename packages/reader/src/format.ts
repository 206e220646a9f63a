import type { ZipEntry } from './archive/zip-directory.js';
import type { ZipReader } from './archive/zip-reader.js';
import type { Prolog } from './detection/xml-prolog.js';
import type { PageSource } from './document/page-source.js';
import type { ExtractionLimits } from './limits/extraction-limits.js';

/** How a format is detected, in the order in which the rules are tried. Files are hostile: rules must take linear time. */
export type DetectionRule =
  /** By the first bytes, as Latin-1. */
  | { by: 'signature'; pattern: RegExp }
  /** By a mark within the first bytes, as Latin-1; tried when no signature of an unsupported format matches. */
  | { by: 'header'; pattern: RegExp; within: number }
  /** By the header of a message, from the first byte, as Latin-1: the first 64 KiB. Its attachments are inspected. */
  | { by: 'mail'; matches: (head: string) => boolean }
  /** By the prolog of an XML or HTML text. */
  | { by: 'prolog'; matches: (prolog: Prolog) => boolean }
  /** By decoded text that is not markup: the first 64 KiB of it. */
  | { by: 'text'; matches: (text: string) => boolean }
  /** By the manifest of a ZIP archive. May refuse the archive. */
  | { by: 'package'; matches: (zip: ZipReader) => Promise<boolean> }
  /** By the contents of a ZIP archive without a manifest. */
  | { by: 'archive'; matches: (zip: ZipReader, formatOf: EntryFormat) => Promise<boolean> };

/** The media type of a file in an archive, or null if it is not supported or is itself a container. */
export type EntryFormat = (entry: ZipEntry) => Promise<string | null>;

export interface OpenOptions {
  limits: ExtractionLimits;
  /** Called every few seconds while a step takes longer than a page may. */
  onAlive: () => void;
  /** Numbers of pages not to read, because an earlier attempt exceeded the time limit on them. */
  skippedPages: readonly number[];
}

/** A file format: a folder with the descriptor and the reader, and a line in `formats.ts`. */
export interface Format {
  mediaType: string;
  /** Name in messages to users. */
  name: string;
  /** File name extensions with the dot. The first is added to downloads that have none of them. */
  extensions: readonly [string, ...string[]];
  detection: DetectionRule;
  /** How images of its pages are made: drawn from the file as PDF or as a picture, or typeset from the stored text. */
  pages: 'pdf' | 'picture' | 'typeset';
  /** Whether reading continues without a page that exceeds the time limit. */
  skipsSlowPages?: true;
  /** Imports the reader on first use and opens the file with it. @throws ExtractionError */
  open(file: string, options: OpenOptions): Promise<PageSource>;
}
