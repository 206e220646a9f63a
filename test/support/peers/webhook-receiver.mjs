/**
 * A third-party system that receives events, in a separate process:
 *
 *   node webhook-receiver.mjs   prints {"url": "http://127.0.0.1:port"} once it listens; ends with its standard input
 *
 * Every path is a separate endpoint. `POST /control` with `{"path": "/a", "answers": [answer, …]}` says how the next
 * requests there are answered, one each, the last one for all that follow; 204 unless said otherwise. An answer is `{status,
 * headers, body, bytes, holdMs, drop, stall}`: `bytes` makes a body of that length, `holdMs` waits before answering, `drop`
 * closes the connection unanswered, `stall` never ends the body. `{"path", "release": true}` answers the requests held there now. `GET /control`
 * tells what came (`at` and `endedAt` in milliseconds of the clock, `aborted` when the sender gave up), and `DELETE` forgets all.
 */
import http from 'node:http';
import { json, text } from 'node:stream/consumers';

let endpoints = new Map();
let requests = [];

const endpointOf = (path) => {
  const endpoint = endpoints.get(path) ?? { answers: [], held: new Set() };
  endpoints.set(path, endpoint);
  return endpoint;
};

const held = (endpoint, milliseconds) =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      endpoint.held.delete(end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    endpoint.held.add(end);
  });

async function control(request, response) {
  if (request.method === 'POST') {
    const { path, answers, release } = await json(request);
    const endpoint = endpointOf(path);
    if (answers) endpoint.answers = answers;
    if (release) for (const end of [...endpoint.held]) end();
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(requests));
  if (request.method === 'DELETE') {
    endpoints = new Map();
    requests = [];
  }
}

async function receive(request, response) {
  const at = Date.now();
  const path = request.url;
  const seen = { path, at, endedAt: null, aborted: false, headers: request.headers, body: '' };
  requests.push(seen);
  response.once('close', () => {
    seen.endedAt = Date.now();
    seen.aborted = !response.writableFinished;
  });
  seen.body = await text(request);
  const endpoint = endpointOf(path);
  const { answers } = endpoint;
  const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
  if (answer.holdMs) await held(endpoint, answer.holdMs);
  if (answer.drop) return response.destroy();
  response.writeHead(answer.status ?? 204, answer.headers);
  if (answer.stall) return response.write(answer.body);
  response.end(answer.bytes ? 'x'.repeat(answer.bytes) : (answer.body ?? ''));
}

const server = http.createServer((request, response) => {
  const handle = new URL(request.url, 'http://host').pathname === '/control' ? control : receive;
  handle(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
process.stdin.resume().once('end', () => process.exit(0));
