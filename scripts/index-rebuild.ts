/**
 * Has the search index of every organization, or of the one named as argument, made anew from PostgreSQL by every process
 * of the service, when it next searches there. This tool does it at once, in the folder of snapshots that it shares with
 * the service beside it, and so shows that it can be done.
 */
import 'reflect-metadata';
import { withApplication } from '../src/application-context.js';
import { SearchIndex } from '../src/integrations/search-index/search-index.js';
import { IndexChanges } from '../src/modules/documents/index-changes.service.js';
import { IndexFollower } from '../src/modules/search/index-follower.js';

await withApplication(async (app) => {
  const [changes, follower, index] = [IndexChanges, IndexFollower, SearchIndex].map((part) =>
    app.get(part, { strict: false }),
  ) as [IndexChanges, IndexFollower, SearchIndex];
  const startedAt = performance.now();
  let total = 0;
  for (const organizationId of await changes.markAll(process.argv[2] ?? null)) {
    const { isComplete } = await follower.follow(organizationId, { waitMs: Infinity });
    const passages = await index.count(organizationId);
    console.log(`${organizationId}: ${passages} passages${isComplete ? '' : ', not complete'}`);
    total += passages;
    if (!isComplete) process.exitCode = 1;
  }
  console.log(`indexed ${total} passages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
});
