import { parentPort, workerData } from 'node:worker_threads';
import { END, READY } from '../../common/runtime/restarting-thread.js';
import type { VectorSpace } from '@amks/search-engine/engine.types.js';
import { OrganizationIndex } from '@amks/search-engine/organization-index.js';
import { IndexCache } from './index-cache.js';
import type { IndexOperation, IndexReply, IndexRequest, IndexWorkerData } from './index-protocol.js';
import { WorkLanes } from './work-lanes.js';

/** Operations that a request waits for. */
const URGENT: ReadonlySet<IndexOperation> = new Set(['ping', 'position', 'textVersions', 'search', 'count']);

/** Milliseconds from the first unsaved change to a snapshot. */
const SAVE_AFTER_MS = 5_000;

/** Milliseconds for snapshots at shutdown. Others are rebuilt from the database. */
const SAVE_AT_END_MS = 4_000;

const port = parentPort!;
const { folder, memoryBytes } = workerData as IndexWorkerData;
const send = (reply: IndexReply | typeof READY): void => port.postMessage(reply);
const engine = {
  create: (space: VectorSpace) => new OrganizationIndex(space),
  load: (from: string) => OrganizationIndex.load(from),
};
const indexes = new IndexCache({ folder, memoryBytes, engine, onSnapshotError: (trouble) => send({ trouble }) });
const lanes = new WorkLanes(() => indexes.maintain() || indexes.save(Date.now() - SAVE_AFTER_MS));
// The last change is followed by no message that would trigger a save.
const saving = setInterval(() => lanes.wake(), SAVE_AFTER_MS);

/** Argument types were checked by the sender. */
type Operation = (...values: unknown[]) => unknown;

function answer({ id, operation, arguments: values }: IndexRequest): void {
  try {
    send({ id, result: (indexes[operation] as Operation).apply(indexes, values) });
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

function end(): void {
  clearInterval(saving);
  const deadline = Date.now() + SAVE_AT_END_MS;
  while (Date.now() < deadline && indexes.save());
  indexes.recordUse();
  port.close();
}

port.on('message', (message: IndexRequest | typeof END) => {
  if (message === END) end();
  else lanes.add(() => answer(message), URGENT.has(message.operation));
});
send(READY);
