import { parentPort, workerData } from 'node:worker_threads';
import { END, READY } from '../../common/restarting-thread.js';
import type { VectorSpace } from './engine/engine.types.js';
import { OrganizationIndex } from './engine/organization-index.js';
import { HeldIndexes } from './held-indexes.js';
import type { IndexOperation, IndexReply, IndexRequest, IndexWorkerData } from './index-protocol.js';
import { WorkLanes } from './work-lanes.js';

/** What somebody waits for. */
const URGENT: ReadonlySet<IndexOperation> = new Set(['ping', 'position', 'textVersions', 'search', 'count']);

/** A snapshot is made this long after the first change that it is to hold. Milliseconds. */
const SAVE_AFTER_MS = 5_000;

/** At the end snapshots are made for so long; what has none by then is made of the database again. Milliseconds. */
const SAVE_AT_END_MS = 4_000;

const port = parentPort!;
const { folder, memoryBytes } = workerData as IndexWorkerData;
const send = (reply: IndexReply | typeof READY): void => port.postMessage(reply);
const engine = {
  create: (space: VectorSpace) => new OrganizationIndex(space),
  load: (from: string) => OrganizationIndex.load(from),
};
const indexes = new HeldIndexes({ folder, memoryBytes, engine, onTrouble: (trouble) => send({ trouble }) });
const lanes = new WorkLanes(() => indexes.tidy() || indexes.save(Date.now() - SAVE_AFTER_MS));
// Changes are followed by nothing when the last of them was made.
const saving = setInterval(() => lanes.wake(), SAVE_AFTER_MS);

/** All operations are alike here: what the owner sent was checked by its types. */
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
