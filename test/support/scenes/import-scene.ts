import type { ApiClient, Json } from '../api/api-client.js';
import { zipOf } from '../manuals/zip-factory.js';
import { until } from '../until.js';
import { ok } from './webhook-acts.js';

export const IMPORT_DEFAULTS = { document_type: 'TASK_CARD', aircraft_type: 'TR46' };

type Files = Record<string, string | Uint8Array>;

/** Sends the archive and answers the import as it was accepted. */
export function sendImport(api: ApiClient, files: Files | Buffer, fields: Record<string, string> = {}): Promise<Json> {
  const content = Buffer.isBuffer(files) ? files : zipOf(files);
  return ok(api.upload('/imports', { ...IMPORT_DEFAULTS, ...fields }, { content, name: 'library.zip' }));
}

/** Waits for the state, by default for the end. */
export function untilImport(
  api: ApiClient,
  id: unknown,
  states: readonly string[] = ['completed', 'failed', 'canceled'],
): Promise<Json> {
  return until(
    () => ok(api.get(`/imports/${String(id)}`)),
    ({ state }) => states.includes(state as string),
  );
}

export interface Imported {
  made: Json;
  items: Json[];
  /** State, or the code of the error, by path. */
  outcomes: Record<string, string>;
}

/** Imports the files, waits until they are filed (without documents being read), and answers what became of them. */
export async function importFiles(
  api: ApiClient,
  files: Files | Buffer,
  fields: Record<string, string> = {},
): Promise<Imported> {
  const { id } = await sendImport(api, files, fields);
  const made = await untilImport(api, id, ['reading', 'completed', 'failed', 'canceled']);
  const items = (await ok(api.get(`/imports/${id}/items?limit=100`))) as Json[];
  const outcomes = items.map(({ path, state, error }) => [path, error?.code ?? state] as [string, string]);
  return { made, items, outcomes: Object.fromEntries(outcomes) };
}
