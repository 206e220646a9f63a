import type { ManualText } from './manual-text.js';

export interface SearchBody {
  query: string;
  filters?: object;
}

export interface SearchAnswer {
  data: { id: string }[];
  meta: { debug?: Record<string, number>; warnings?: string[] };
}

/** Short technical phrases, questions, numbers, and phrases with a filter, in realistic proportions. */
export function nextQuery(text: ManualText): SearchBody {
  const kind = text.below(100);
  if (kind < 40) return { query: text.shortQuery() };
  if (kind < 65) return { query: text.question() };
  if (kind < 85) return { query: text.partNumber() };
  const filters = [
    { document_types: ['AMM'] },
    { document_types: ['SB', 'TSM'] },
    { aircraft_types: ['A320'] },
    { ata_chapters: [String(10 + text.below(70))] },
  ];
  return { query: text.shortQuery(), filters: text.pick(filters) };
}
