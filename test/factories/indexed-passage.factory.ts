import { EVERYBODY } from '@amks/search-engine/visibility/audience.js';
import type { IndexedPassage, IndexedRevision } from '@amks/search-engine/engine.types.js';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';

/** A passage as the index takes it, without a vector. */
export function indexedPassage(id: string, body: string, changes: Partial<IndexedPassage> = {}): IndexedPassage {
  return {
    id,
    page_number: 1,
    section: '',
    body,
    conditions: '',
    identifiers: extractIdentifiers(body),
    own_identifiers: [],
    vector: null,
    ...changes,
  };
}

/** An active revision as the index takes it, of a document that is named after it. */
export function indexedRevision(id: string, changes: Partial<IndexedRevision> = {}): IndexedRevision {
  return {
    id,
    document_id: `doc_${id}`,
    title: 'Maintenance manual',
    document_number: null,
    document_type: 'AMM',
    aircraft_type: 'TP-70',
    ata_chapter: null,
    status: 'active',
    audience: EVERYBODY,
    text_version: '1',
    ...changes,
  };
}
