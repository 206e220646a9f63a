/** Rebuilds the search index of every organization, or of the one named as argument, from PostgreSQL. */
import 'reflect-metadata';
import { withApplication } from '../src/application-context.js';
import { PassageIndexer } from '../src/modules/ingestion/passage-indexer.js';

await withApplication(async (app) => {
  const indexer = app.get(PassageIndexer, { strict: false });
  const startedAt = performance.now();
  const passages = await indexer.rebuild(process.argv[2] ?? null, (organizationId, count) =>
    console.log(`${organizationId}: ${count} passages`),
  );
  console.log(`indexed ${passages} passages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
});
