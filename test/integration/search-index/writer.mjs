/** A writer of its own process: `node writer.mjs FOLDER TAG ROUNDS` indexes two passages a round and removes every third. */
import { SearchIndex } from '../../../dist/src/integrations/search-index/search-index.js';

const [, , uri, tag, rounds] = process.argv;
const index = new SearchIndex({ uri, model: 'test-model', dimensions: 4 });
await index.start();
for (let round = 0; round < Number(rounds); round++) {
  const passages = [0, 1].map((part) => ({
    id: `${tag}-${round}-${part}`,
    document_id: `doc_${tag}`,
    revision_id: `rev_${tag}_${round}`,
    document_type: 'AMM',
    aircraft_type: 'TP-70',
    ata_chapter: null,
    title: 'Title',
    section: '',
    body: `pump ${tag}`,
    identifiers: [],
    vector: null,
  }));
  await index.upsert('org_shared', passages);
  if (round % 3 === 2) await index.removeRevision('org_shared', `rev_${tag}_${round}`);
  if (round % 5 === 4) await index.optimize('org_shared');
}
await index.close();
