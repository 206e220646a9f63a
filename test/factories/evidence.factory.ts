import { findQuantities } from '@amks/language/quantities/quantities.js';
import type { EvidenceNotice, EvidencePassage } from '../../src/modules/chat/answering/answer.types.js';

let sequence = 0;

/** A passage of a manual with unremarkable metadata; `text` stands 100 characters into its page. */
export function evidencePassage(text: string, overrides: Partial<EvidencePassage> = {}): EvidencePassage {
  sequence += 1;
  const start = overrides.start ?? 100;
  return {
    passage_id: `passage_${sequence}`,
    document_id: 'doc_amm',
    revision_id: 'rev_amm_4',
    title: 'Aircraft Maintenance Manual',
    version: '4',
    revision_date: '2026-01-15',
    document_type: 'AMM',
    aircraft_type: 'HST-72',
    content_sha256: 'a'.repeat(64),
    superseded: false,
    page_number: 12,
    section: '32-41-11 Main wheel > Installation',
    text,
    start,
    end: start + text.length,
    kind: 'text',
    notices: [],
    identifiers: [],
    ocr_confidence: null,
    facts: { quantities: findQuantities(text, 'point', start) },
    effectivity: null,
    notices_of_change: [],
    discrepancies: [],
    temporary_revisions: [],
    score: 1,
    keyword_score: 5,
    similarity: 0.6,
    ...overrides,
  };
}

/** A notice on page 11. */
export function evidenceNotice(kind: 'warning' | 'caution', text: string): EvidenceNotice {
  return { kind, text, page_number: 11, start: 40, end: 40 + text.length };
}
