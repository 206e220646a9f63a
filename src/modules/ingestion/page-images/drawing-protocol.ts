import type { PageBox } from '../../../common/files/page-boxes.js';
import type { TypesettablePage } from '../typesetting/page-parts.js';

export const IMAGE_FORMATS = ['webp', 'png'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** A page of text; the places of its text are null where it was read before it was given any. */
export interface StoredPage extends TypesettablePage {
  width: number | null;
  height: number | null;
  boxes: readonly PageBox[] | null;
}

/** What a page is drawn from: its file, or the text of it where the file has no pages of its own. */
export type DrawingSource =
  | { kind: 'pdf'; file: string; page_number: number }
  | { kind: 'picture'; file: string; page_number: number }
  | { kind: 'text'; page: StoredPage };

/** Parent to child: draw this page. One at a time. */
export interface DrawRequest {
  source: DrawingSource;
  /** Pixels. The picture is narrower where the page would be larger than the drawing may be. */
  width: number;
  format: ImageFormat;
}

/** Child to parent. */
export type DrawResponse =
  /** All that drawing needs is loaded. Once, first. */
  { type: 'ready' } | { type: 'drawn'; image: Uint8Array } | { type: 'failed'; detail: string };
