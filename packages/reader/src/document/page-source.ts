import type { Caveat } from './caveats.js';
import type { BlockKind, ExtractedDocument, PageBlock } from './document.types.js';
import type { RawPage } from '../layout/rows/text-line.js';

interface OpenedFile {
  document: ExtractedDocument;
  /** Warnings about the whole file. */
  warnings: string[];
  close(): Promise<void>;
}

/** A file with positions but without structure: PDF, scans, plain text. */
export interface LayoutSource extends OpenedFile {
  kind: 'layout';
  /** Reads from `from` (1-based) on. An unreadable page has `error` and no rows. */
  pages(from: number): AsyncGenerator<RawPage>;
}

/** A file with structure but without positions: Word, HTML, Markdown, S1000D. */
export interface MarkupSource extends OpenedFile {
  kind: 'markup';
  pages(from: number): AsyncGenerator<MarkupPage>;
}

export type PageSource = LayoutSource | MarkupSource;

/** A block as named by markup. Its text may have several lines. */
export interface MarkupBlock extends Pick<PageBlock, 'level' | 'inline' | 'reach' | 'identifiers' | 'header'> {
  kind: BlockKind;
  text: string;
  /** Caveats of the block, or of content before it that was left out. */
  caveats?: Caveat[];
}

/** One page of a file without fixed pages, in reading order. */
export interface MarkupPage {
  page_number: number;
  label: string | null;
  blocks: MarkupBlock[];
  /** Set if the page could not be read. Its blocks are then empty. */
  error?: string;
}
