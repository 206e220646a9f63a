import type { FormContent } from './form.js';
import type { PageBox } from '../layout/rows/page-boxes.js';
import type { TypesettablePage } from '../typesetting/page-parts.js';

export const IMAGE_FORMATS = ['webp', 'png'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** A page of text. Positions are null if the page was read before positions were stored. */
export interface StoredPage extends TypesettablePage {
  width: number | null;
  height: number | null;
  boxes: readonly PageBox[] | null;
}

/** Source of a drawing: the file, the stored text if the format has no fixed pages, or a form, whose drawing is a PDF. */
export type DrawingSource =
  | { kind: 'pdf'; file: string; page_number: number }
  | { kind: 'picture'; file: string; page_number: number }
  | { kind: 'text'; page: StoredPage }
  | { kind: 'form'; form: FormContent; pictures: readonly string[] };

/** Parent to child: draw this page. One request at a time. */
export interface DrawRequest {
  source: DrawingSource;
  /** Pixels. Reduced if the page would exceed the limit of a drawing. Ignored for a form, as is the format. */
  width: number;
  format: ImageFormat;
}

/** Child to parent. */
export type DrawResponse =
  /** Sent once, first, when the libraries are loaded. */
  { type: 'ready' } | { type: 'drawn'; image: Uint8Array } | { type: 'failed'; detail: string };
