import { PageIndex } from '@amks/search-engine/offline/page-index.js';
import { PageSearch } from '@amks/search-engine/offline/page-search.js';
import type { TemporaryRevisionMark } from '../../src/modules/documents/temporary-revisions/dto/temporary-revision-mark.js';

export interface Aircraft {
  id: string;
  registration: string;
  aircraft_type: string;
  serial_number: string | null;
}

export interface PackedDocument {
  id: string;
  title: string;
  document_number: string | null;
  document_type: string;
  aircraft_type: string;
  revision: {
    id: string;
    version: string;
    revision_date: string | null;
    content_sha256: string;
    effectivity: string | null;
  };
  page_count: number;
  file: string;
  is_pdf: boolean;
  applicability: { aircraft_id: string; verdict: string }[];
}

/** What the signed manifest says, but for the list of files. */
export interface About {
  package_id: string;
  livemode: boolean;
  title: string | null;
  organization: { name: string };
  requested_at: string;
  made_at: string;
  expires_at: string;
  aircraft: Aircraft[];
  documents: PackedDocument[];
  left_out: { title: string; document_number: string | null; version: string }[];
}

export interface Discrepancy {
  id: string;
  severity: string;
  quote: string;
  description: string;
  interim_instruction: string | null;
}

export interface Page {
  /** Index of its document. */
  document: number;
  number: number;
  label: string | null;
  text: string;
  /** A letter for each aircraft: `a`pplicable, applicable in `p`art, `u`nknown, `n`ot applicable. */
  verdicts: string;
  /** `[start, letters]` of parts of the text; empty if the letters of the page are those of all of it. */
  parts: [number, string][];
  /** `[words, letters, start]` of statements that decide; the start is null for one on another page. Without words, there are more. */
  statements: [string, string, number | null][];
  discrepancies: Discrepancy[];
  /** Also those that take effect later. The clock of the device decides. */
  temporary_revisions: TemporaryRevisionMark[];
}

export interface Content {
  about: About;
  /** Of all documents, in the numbering of the index. */
  pages: Page[];
  search: PageSearch;
}

type Lists = Pick<Page, 'discrepancies' | 'parts' | 'statements' | 'temporary_revisions'>;
type PackedPage = [number, string | null, string, string, Partial<Lists>?];

const NONE: Lists = { discrepancies: [], parts: [], statements: [], temporary_revisions: [] };

/** Unpacks the blocks of the page, which end before the program. */
export async function readContent(): Promise<Content> {
  const about = JSON.parse(await textOf(blocks('about')[0]!)) as About;
  const index = new PageIndex(await unpacked(blocks('index')[0]!));
  const texts = await Promise.all(blocks('pages').map(textOf));
  const pages = texts.flatMap((text, document) =>
    (JSON.parse(text) as PackedPage[]).map(([number, label, content, verdicts, lists]): Page => ({
      ...{ document, number, label, text: content, verdicts, ...NONE, ...lists },
    })),
  );
  return { about, pages, search: new PageSearch(index, (page) => pages[page]!.text) };
}

const blocks = (name: string): Element[] => [...document.querySelectorAll(`script[data-block="${name}"]`)];
const textOf = async (block: Element): Promise<string> => new TextDecoder().decode(await unpacked(block));

/** Base64 of gzip. The block is emptied: the text would stay in memory. */
async function unpacked(block: Element): Promise<Uint8Array> {
  const binary = atob(block.textContent);
  block.textContent = '';
  const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
