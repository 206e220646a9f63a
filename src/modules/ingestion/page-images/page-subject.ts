import type { SupportedFormat } from '../../../common/files/supported-formats.js';
import type { DrawingSource, StoredPage } from './drawing-protocol.js';

/** A file as one organization has it. */
export type FileOwner = Pick<PageSubject, 'organization_id' | 'content_sha256'>;

/** What one page is drawn from. */
export interface PageSubject {
  /** Whose document it is. */
  organization_id: string;
  /** Of its file. */
  content_sha256: string;
  page_number: number;
  /** All that makes two drawings of it the same. */
  identity: readonly unknown[];
  /** Whether the file itself is needed. */
  from_file: boolean;
  /** @param file path of the file; any, where it is not needed */
  source(file: string): DrawingSource;
}

const FILE_KINDS: Partial<Record<SupportedFormat, 'pdf' | 'picture'>> = {
  'application/pdf': 'pdf',
  'image/png': 'picture',
  'image/jpeg': 'picture',
  'image/tiff': 'picture',
};

/** Whether pages of such a file look like something by themselves. Others are text, which is typeset. */
export function hasOwnPages(mediaType: string): boolean {
  return mediaType in FILE_KINDS;
}

/** A page of a file that has pages of its own. */
export function filePage(owner: FileOwner, mediaType: string, page_number: number): PageSubject {
  const kind = FILE_KINDS[mediaType as SupportedFormat]!;
  const { content_sha256 } = owner;
  return {
    ...owner,
    page_number,
    identity: [kind, content_sha256, page_number],
    from_file: true,
    source: (file) => ({ kind, file, page_number }),
  };
}

/** A page of text as it is stored. Read again, it may be another one. */
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
