/** Entry point of the process that reads files, one at a time. The parent kills it if a hostile file makes it fail, grow or hang. */
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MiniLmModel } from '../minilm/minilm-model.js';
import { MiniLmTokenizer } from '../minilm/minilm-tokenizer.js';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import type { PageSource } from '../document/page-source.js';
import { startWatchdog } from '../processes/child-watchdog.js';
import {
  PAGES_IN_FLIGHT,
  type DocumentSummary,
  type FromChild,
  type StartMessage,
  type ToChild,
} from './child-protocol.js';
import { ExtractionError } from '../errors/extraction-error.js';
import { extractPages, summarize } from './extraction-pipeline.js';
import { openSource } from './open-source.js';

/** Requests to the service have priority. */
const NICENESS = 15;

/** Time to close a source. Milliseconds. */
const CLOSE_MS = 5_000;

let previous: Promise<void> = Promise.resolve();
let inFlight = 0;
let wake: () => void = () => undefined;
/** Loaded once, for all files. */
let model: Promise<MiniLmModel> | undefined;
let tokenizer: Promise<MiniLmTokenizer> | undefined;

startWatchdog(Number(process.argv[2]));
try {
  setPriority(NICENESS);
} catch {
  // A container may forbid it; reading continues.
}
process.on('disconnect', () => process.exit(1));
process.on('message', (message: ToChild) => {
  if (message.type === 'ack') {
    inFlight -= 1;
    wake();
  } else {
    previous = previous.then(() => run(message));
  }
});

async function run(start: StartMessage): Promise<void> {
  inFlight = 0;
  let source: PageSource | undefined;
  try {
    const onAlive = () => void send({ type: 'alive' });
    source = await openSource(start.file, start.format, {
      limits: start.limits,
      onAlive,
      skippedPages: start.skipped_pages,
    });
    await send({ type: 'done', ...(await extract(source, start)) });
  } catch (error) {
    await send(toFailure(error));
  }
  // This file has been read; the next one is read in a new process.
  if (source && !(await isClosed(source))) process.exit(0);
}

/** Whether the source could be closed. Parsers may reject, or never return. */
async function isClosed(source: PageSource): Promise<boolean> {
  const closed = source.close().then(
    () => true,
    () => false,
  );
  return Promise.race([closed, sleep(CLOSE_MS, false, { ref: false })]);
}

async function extract(source: PageSource, start: StartMessage): Promise<DocumentSummary> {
  await send({ type: 'opened', document: source.document });
  // Loaded only for a file that opens.
  const embedder = start.embed ? await (model ??= loadModel()) : null;
  const counter = embedder ?? (await (tokenizer ??= MiniLmTokenizer.load()));
  const pages = extractPages(source, {
    ...start,
    tools: { countTokens: (text) => counter.countTokens(text), extractIdentifiers },
    embed: embedder ? (texts) => embedder.embed(texts) : null,
    onProgress: (stage, pagesDone) => void send({ type: 'progress', stage, pages_done: pagesDone }),
  });
  let state = start.state;
  for await (const page of pages) {
    state = page.state;
    while (inFlight >= PAGES_IN_FLIGHT) await new Promise<void>((resolve) => (wake = resolve));
    inFlight += 1;
    await send(page);
  }
  return summarize(source, state);
}

/** The parent has verified the files. */
async function loadModel(): Promise<MiniLmModel> {
  const { MiniLmModel } = await import('../minilm/minilm-model.js');
  return MiniLmModel.load({ intraOpNumThreads: 1, isVerified: true });
}

function toFailure(error: unknown): FromChild {
  if (error instanceof ExtractionError) return { type: 'failed', code: error.code, detail: error.detail };
  // The stack or the longest string is full: a property of the file, so no retry.
  const code = error instanceof RangeError ? 'too_complex' : 'internal';
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { type: 'failed', code, detail: detail.slice(0, 4_000) };
}

function send(message: FromChild): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) return resolve();
    process.send(message, undefined, undefined, () => resolve());
  });
}
