/**
 * Rebuilds the search index of every organization, or of the one given, from PostgreSQL. Every process of the service
 * rebuilds its index on its next search there. This command rebuilds it immediately in the snapshot folder shared with
 * the local service, which also tests the rebuild.
 */
import 'reflect-metadata';
import { withApplication } from '../src/start/application-context.js';
import { SearchIndex } from '../src/integrations/search-index/search-index.js';
import { IndexChanges } from '../src/modules/documents/index-changes/index-changes.service.js';
import { IndexSync } from '../src/modules/search/index/index-sync.js';

await withApplication(async (app) => {
  const [changes, sync, index] = [IndexChanges, IndexSync, SearchIndex].map((part) =>
    app.get(part, { strict: false }),
  ) as [IndexChanges, IndexSync, SearchIndex];
  const startedAt = performance.now();
  let total = 0;
  for (const organizationId of await changes.markAll(process.argv[2] ?? null)) {
    const { isComplete } = await sync.sync(organizationId, { waitMs: Infinity });
    const passages = await index.count(organizationId);
    console.log(`${organizationId}: ${passages} passages${isComplete ? '' : ', not complete'}`);
    total += passages;
    if (!isComplete) process.exitCode = 1;
  }
  console.log(`indexed ${total} passages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
});
