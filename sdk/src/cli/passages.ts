import type { Schema } from '../index.js';
import { given, listed, type Options, type Values } from './command.js';
import { printable, type Terminal } from './terminal.js';

/** Options that narrow a search or a question. */
export const FILTER_OPTIONS = {
  type: { type: 'string', value: 'LIST', summary: 'document types, such as AMM,CMM' },
  aircraft: { type: 'string', value: 'LIST', summary: 'aircraft types, such as A320' },
  ata: { type: 'string', value: 'LIST', summary: 'ATA chapters, such as 32 or 32-41' },
  document: { type: 'string', value: 'LIST', summary: 'ids of documents' },
  superseded: { type: 'boolean', summary: 'also superseded revisions' },
} as const satisfies Options;

export function filtersOf(values: Values<typeof FILTER_OPTIONS>): Schema<'SearchFiltersRequest'> {
  return given({
    document_types: listed(values.type) as Schema<'DocumentType'>[] | undefined,
    aircraft_types: listed(values.aircraft),
    ata_chapters: listed(values.ata),
    document_ids: listed(values.document),
    include_superseded: values.superseded || undefined,
  });
}

/** The place of a citation or passage, as a link to the image of its page on a terminal; what was quoted; and how to open it. */
export function showPlace(
  terminal: Terminal,
  baseUrl: string,
  mark: string,
  place: Schema<'CitationResponse'> | Schema<'PassageResponse'>,
): void {
  const { document_id, revision_id, title, version, page_number, section, quote, superseded } = place;
  const name = `${title}, ${version}, page ${page_number}`;
  const query = new URLSearchParams({ revision_id }).toString();
  const url = `${baseUrl}/documents/${encodeURIComponent(document_id)}/pages/${page_number}/image?${query}`;
  const note = superseded ? ` ${terminal.style('red', '(superseded)')}` : '';
  terminal.line(`${mark} ${terminal.style('bold', terminal.link(name, url))}${note}`);
  if (section !== '') terminal.line(`   ${section}`);
  terminal.lines(`   ${printable(quote).trim().replaceAll('\n', '\n   ')}`);
  const open = `amk pages ${document_id} ${page_number} --revision ${revision_id}`;
  terminal.line(`   ${terminal.style('dim', open)}`);
}
