import { extractIdentifiers } from '../../src/integrations/search-index/identifiers.js';
import type { IndexedPassage } from '../../src/integrations/search-index/indexed-passage.js';

/** A passage as the index takes it, without a vector: document and revision are named after it. */
export function indexedPassage(id: string, body: string, changes: Partial<IndexedPassage> = {}): IndexedPassage {
  return {
    id,
    document_id: `doc_${id}`,
    revision_id: `rev_${id}`,
    document_type: 'AMM',
    aircraft_type: 'TP-70',
    ata_chapter: null,
    title: 'Maintenance manual',
    section: '',
    body,
    identifiers: extractIdentifiers(body),
    vector: null,
    ...changes,
  };
}
