import type { IndexedPassage, IndexedRevision } from '../../src/integrations/search-index/engine/engine.types.js';
import type { SearchIndex } from '../../src/integrations/search-index/search-index.js';

/** A passage with all that the index knows of its revision. */
export type DescribedPassage = IndexedPassage &
  Omit<IndexedRevision, 'id' | 'status' | 'text_version'> & { revision_id: string };

/** Puts passages into the index, revision by revision; all of them active. */
export async function putPassages(
  index: SearchIndex,
  organizationId: string,
  passages: readonly DescribedPassage[],
): Promise<void> {
  const revisions = new Map<string, DescribedPassage[]>();
  for (const passage of passages) {
    const others = revisions.get(passage.revision_id);
    if (others) others.push(passage);
    else revisions.set(passage.revision_id, [passage]);
  }
  for (const [id, found] of revisions) {
    const { document_id, title, document_type, aircraft_type, ata_chapter } = found[0]!;
    const described = { document_id, title, document_type, aircraft_type, ata_chapter };
    await index.put(organizationId, { id, ...described, status: 'active', text_version: '1' }, found);
  }
}
