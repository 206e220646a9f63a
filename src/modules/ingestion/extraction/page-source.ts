import type { Doubt } from './doubts.js';
import type { BlockKind, ExtractedDocument, PageBlock } from './extraction.types.js';
import type { RawPage } from './text-line.js';

interface OpenedFile {
  document: ExtractedDocument;
  /** Things a reader should know about the file as a whole. */
  warnings: string[];
  close(): Promise<void>;
}

/** A file that says where its text stands but not what it is: PDF, scans, plain text. */
export interface LayoutSource extends OpenedFile {
  kind: 'layout';
  /** Reads from `from` (1-based) on. A page that cannot be read is delivered with `error` and no rows. */
  pages(from: number): AsyncGenerator<RawPage>;
}

/** A file that says what its text is but not where it stands: Word, HTML, Markdown, S1000D. */
export interface MarkupSource extends OpenedFile {
  kind: 'markup';
  /** Reads from `from` (1-based) on. */
  pages(from: number): AsyncGenerator<MarkupPage>;
}

/** An opened file, whatever its format. */
export type PageSource = LayoutSource | MarkupSource;

/** A block as markup names it. Its text may run over several lines. */
export interface MarkupBlock extends Pick<PageBlock, 'level' | 'inline' | 'reach' | 'identifiers' | 'header'> {
  kind: BlockKind;
  text: string;
  /** What of the block, or of what stood before it, is not as the file means it. */
  doubts?: Doubt[];
}

/** One page of a file that has none of its own, in reading order. */
export interface MarkupPage {
  page_number: number;
  label: string | null;
  blocks: MarkupBlock[];
  /** Why the page could not be read. Its blocks are then empty. */
  error?: string;
}
