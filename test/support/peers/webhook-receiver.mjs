/**
 * A third-party system that receives events, in a separate process:
 *
 *   node webhook-receiver.mjs   prints {"url": "http://127.0.0.1:port"} once it listens; ends with its standard input
 *
 * Every path is a separate endpoint. `POST /control` with `{"path": "/a", "answers": [answer, …]}` says how the next
 * requests there are answered, one each, the last one for all that follow; 204 unless said otherwise. An answer is `{status,
 * headers, body, bytes, holdMs, drop, stall}`: `bytes` makes a body of that length, `holdMs` waits before answering, `drop`
 * closes the connection unanswered, `stall` never ends the body. `{"path", "release": true}` answers the requests held there now.
 * `GET /control?path=/a&count=2` waits a while until so many requests have come to the path, and lists them (`at` and
 * `endedAt` in milliseconds of the clock, `aborted` when the sender gave up).
 */
import http from 'node:http';
import { json, text } from 'node:stream/consumers';

/** Below the time-outs of clients, which ask again. Milliseconds. */
const LONGEST_WAIT_MS = 20_000;
const endpoints = new Map();

const endpointOf = (path) => {
  const endpoint = endpoints.get(path) ?? { answers: [], held: new Set(), requests: [], waiting: new Set() };
  endpoints.set(path, endpoint);
  return endpoint;
};

/** Resolves after the time, or when its function in `ends` is called. */
const held = (ends, milliseconds) =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      ends.delete(end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    ends.add(end);
  });

const endAll = (ends) => {
  for (const end of [...ends]) end();
};

async function control(request, response) {
  const { searchParams } = new URL(request.url, 'http://host');
  const { path, answers, release } =
    request.method === 'POST' ? await json(request) : { path: searchParams.get('path') };
  const endpoint = endpointOf(path);
  if (answers) endpoint.answers = answers;
  if (release) endAll(endpoint.held);
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (endpoint.requests.length < Number(searchParams.get('count')) && Date.now() < deadline)
    await held(endpoint.waiting, deadline - Date.now());
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(endpoint.requests));
}

async function receive(request, response) {
  const at = Date.now();
  const endpoint = endpointOf(request.url);
  const seen = { at, endedAt: null, aborted: false, headers: request.headers, body: '' };
  endpoint.requests.push(seen);
  response.once('close', () => {
    seen.endedAt = Date.now();
    seen.aborted = !response.writableFinished;
  });
  seen.body = await text(request);
  endAll(endpoint.waiting);
  const { answers } = endpoint;
  const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
  if (answer.holdMs) await held(endpoint.held, answer.holdMs);
  if (answer.drop) return response.destroy();
  response.writeHead(answer.status ?? 204, answer.headers);
  if (answer.stall) return response.write(answer.body);
  response.end(answer.bytes ? 'x'.repeat(answer.bytes) : (answer.body ?? ''));
}

const server = http.createServer((request, response) => {
  const handle = new URL(request.url, 'http://host').pathname === '/control' ? control : receive;
  handle(request, response).catch(() => response.destroy());
});
// A test that is busy for longer must not find its connection closed.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
process.stdin.resume().once('end', () => process.exit(0));
