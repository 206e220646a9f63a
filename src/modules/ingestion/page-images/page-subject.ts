import { findFormat } from '@amks/reader/formats.js';
import type { DrawingSource, StoredPage } from '@amks/reader/drawing/drawing-protocol.js';

export type FileOwner = Pick<PageSubject, 'organization_id' | 'content_sha256'>;

/** Input of a page image. */
export interface PageSubject {
  /** Owner of the document. */
  organization_id: string;
  /** Hash of the file. */
  content_sha256: string;
  page_number: number;
  /** Everything that determines the image. */
  identity: readonly unknown[];
  /** Whether drawing reads the file. */
  from_file: boolean;
  /** @param file path; ignored if not needed */
  source(file: string): DrawingSource;
}

/** Whether pages are drawn from the file. For other formats the text is typeset. */
export function hasOwnPages(mediaType: string): boolean {
  return drawnKind(mediaType) !== null;
}

function drawnKind(mediaType: string): 'pdf' | 'picture' | null {
  const pages = findFormat(mediaType)?.pages ?? 'typeset';
  return pages === 'typeset' ? null : pages;
}

/** A page of a file for which `hasOwnPages` is true. */
export function filePage(owner: FileOwner, mediaType: string, page_number: number): PageSubject {
  const kind = drawnKind(mediaType)!;
  const { content_sha256 } = owner;
  return {
    ...owner,
    page_number,
    identity: [kind, content_sha256, page_number],
    from_file: true,
    source: (file) => ({ kind, file, page_number }),
  };
}

/** Stored text, which can change when the file is read again. */
export function textPage(owner: FileOwner, page_number: number, stored: StoredPage): PageSubject {
  const { text, blocks, width, height, boxes } = stored;
  const set = blocks.map(({ kind, start, end, level }) => [kind, start, end, level]);
  return {
    ...owner,
    page_number,
    identity: ['text', text, set, width, height, boxes],
    from_file: false,
    source: () => ({ kind: 'text', page: stored }),
  };
}
