import { MiniLmModel } from '@amks/reader/minilm/minilm-model.js';
import { milliseconds, percentile, report } from './figure.js';
import { HttpClient } from './http-client.js';
import type { ManualText } from './manual-text.js';
import { nextQuery, type SearchAnswer } from './search-queries.js';
import type { ServerProcess } from './server-process.js';
import type { World } from './world.js';

/** Sequential queries. */
const ALONE = 300;
/** Passages per search that PostgreSQL checks. */
const ADMITTED = 100;
const EMBED_TARGET_MS = 10;

/** The search without the service: the SQL statement for a hundred passages, and the model. */
async function measureFloor(
  world: World,
  model: MiniLmModel,
  text: ManualText,
): Promise<{ sql: number; embed: number }> {
  const { rows } = await world.db.query<{ id: string }>('SELECT id FROM passages');
  const times = { sql: [] as number[], embed: [] as number[] };
  for (let n = 0; n < ALONE; n += 1) {
    const ids = Array.from({ length: ADMITTED }, () => text.pick(rows).id);
    let startedAt = performance.now();
    await world.db.query(
      `SELECT p.id, p.text, p.section, p.notices, r.version, d.title
       FROM passages p JOIN document_revisions r ON r.id = p.revision_id JOIN documents d ON d.id = p.document_id
       WHERE p.id = ANY($1) AND r.status = 'active' AND r.ingestion_state = 'ready' AND d.organization_id = $2`,
      [ids, world.organizationId],
    );
    times.sql.push(performance.now() - startedAt);
    startedAt = performance.now();
    await model.embed([nextQuery(text).query]);
    times.embed.push(performance.now() - startedAt);
  }
  return { sql: percentile(times.sql, 50), embed: percentile(times.embed, 50) };
}

/**
 * Measures the stages of sequential queries, as reported by the service (`X-Debug`), next to the index alone and to the
 * bare statement and model.
 */
export async function measureStages(
  world: World,
  service: ServerProcess,
  token: string,
  text: ManualText,
): Promise<void> {
  const model = await MiniLmModel.load();
  const floor = await measureFloor(world, model, text);
  await model.close();
  const client = new HttpClient(service.url, token);
  const stages = new Map<string, number[]>();
  for (let n = 0; n < ALONE; n += 1) {
    const headers = { 'content-type': 'application/json', 'x-debug': 'true' };
    const body = JSON.stringify(nextQuery(text));
    const startedAt = performance.now();
    const { meta } = await client.send<SearchAnswer>('POST', '/api/v1/search/documents', headers, body);
    const all = { whole: performance.now() - startedAt, ...meta.debug };
    for (const [stage, value] of Object.entries(all)) stages.set(stage, [...(stages.get(stage) ?? []), value]);
  }
  client.close();
  const whole = percentile(stages.get('whole')!, 50);
  const index = ['keyword_ms', 'semantic_ms', 'fusion_ms'].map((stage) => percentile(stages.get(stage) ?? [], 50));
  const alone = index.reduce((sum, value) => sum + value, floor.sql + floor.embed);
  report({
    name: 'one search at a time, p50, beside index + bare statement + bare model',
    value: milliseconds(whole),
    floor: milliseconds(alone),
    ratio: whole / alone,
  });
  report({ name: `… bare statement that reads ${ADMITTED} passages, p50`, value: milliseconds(floor.sql) });
  for (const [stage, values] of stages) {
    if (!stage.endsWith('_ms')) continue;
    const value = percentile(values, 50);
    report({
      name: `… ${stage.slice(0, -3)}, p50 (p99 ${milliseconds(percentile(values, 99))})`,
      value: milliseconds(value),
      ...(stage === 'embed_ms' && {
        ...{ floor: milliseconds(floor.embed), ratio: value / floor.embed },
        ...{ target: `≤ ${EMBED_TARGET_MS} ms`, holds: value <= EMBED_TARGET_MS },
      }),
    });
  }
}
