/**
 * A model server in a separate process that speaks the OpenAI protocol and misbehaves on demand:
 *
 *   node model-server.mjs [KEY]   prints {"url": "http://127.0.0.1:port/v1"} once it listens; ends with its standard input
 *
 * How it behaves follows from the model's name: a name of ANSWERS (model-answers.mjs) or FAULTS below, `hang`, `hang:300`;
 * any other name answers well. `POST /control` with `{"faults": ["429", "500"]}` lets the next requests, one each, meet these
 * faults with any model, and `{"down": true}` closes every connection unanswered, and
 * `{"say": text}` is what every model says then; `{"refused": word}` lets texts with that word have no vector (400); `GET /control` tells what was asked, and `DELETE` forgets all that.
 */
import http from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ANSWERS, vectorOf } from './model-answers.mjs';

const KEY = process.argv[2] ?? 'test-key';
const DIMENSIONS = 256;
/** A provider's word about itself, which must not reach our clients. */
const ERROR = { error: { message: 'secret detail of the provider', type: 'server_error', code: null } };
const state = { faults: [], down: false, say: '', refused: '', requests: [], aborted: 0 };

const send = (response, status, body, headers = {}) => {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
};

/** Faults before an answer begins: true when they were the answer. */
const FAULTS = {
  hang: async (response, pause = 600_000) => sleep(pause, false, { ref: false }),
  'slow-first': async (response, pause = 200) => sleep(pause, false),
  429: (response, seconds = 0) => send(response, 429, ERROR, { 'retry-after': String(seconds) }),
  500: (response) => send(response, 500, ERROR),
  401: (response) => send(response, 401, ERROR),
  400: (response) => send(response, 400, ERROR),
  502: (response) => send(response, 502, '<html><h1>502 Bad Gateway</h1></html>'),
  999: (response) => send(response, 999, ERROR),
  html: (response) => send(response, 200, '<html>It works!</html>'),
  redirect: (response) => send(response, 302, '', { location: '/v1/elsewhere' }),
  disconnect: (response) => response.destroy(),
  'invalid-json': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"choices": [{"delta": {"content": "Tor\n\n');
  },
  'wrong-shape': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"choices": {"text": 1}}\n\ndata: [1, null, "x"]\n\ndata: null\n\ndata: [DONE]\n\n');
  },
  'empty-choices': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"choices": []}\n\ndata: [DONE]\n\n');
  },
  'stream-error': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(ERROR)}\n\n`);
  },
};

/** Faults in the middle of a stream: what happens before the piece of that index is sent. */
const MIDWAY = {
  trickle: (response, index, pause = 20) => sleep(pause),
  'hang-midway': (response, index, pause = 600_000) => (index === 5 ? sleep(pause, undefined, { ref: false }) : null),
  cut: (response, index) => (index === 5 ? sleep(20).then(() => response.destroy()) : null),
  'end-early': (response, index) => (index === 5 ? response.end() : null),
};

const FINISH = { filter: 'content_filter', length: 'length' };

async function complete(request, response, [mode, number]) {
  const { messages = [], stream, stream_options: options } = request;
  const text =
    mode === 'huge-token' ? 'x'.repeat(16 * 1024 ** 2) : state.say || (ANSWERS[mode] ?? ANSWERS.quote)(messages);
  const finish = FINISH[mode] ?? 'stop';
  const usage = {
    prompt_tokens: Math.ceil(JSON.stringify(messages).length / 4),
    completion_tokens: Math.ceil(text.length / 4),
  };
  const refusal = mode === 'refuse' ? 'I cannot help with that.' : null;
  if (!stream) {
    const message = { role: 'assistant', content: refusal ? null : text, refusal };
    return send(response, 200, {
      id: 'c',
      object: 'chat.completion',
      model: request.model,
      usage,
      choices: [{ index: 0, message, finish_reason: finish }],
    });
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (choices, more = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: request.model, choices, ...more })}\n\n`,
    );
  event([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]);
  if (refusal) event([{ index: 0, delta: { refusal }, finish_reason: null }]);
  const pieces = mode === 'huge-token' ? [text] : refusal ? [] : (text.match(/[\s\S]{1,12}/gu) ?? []);
  for (let index = 0; mode === 'endless' || index < pieces.length; index += 1) {
    await MIDWAY[mode]?.(response, index, number);
    if (response.destroyed || response.writableEnded) return;
    if (!event([{ index: 0, delta: { content: pieces[index % pieces.length] }, finish_reason: null }])) {
      await new Promise((resolve) => response.once('drain', resolve));
    }
  }
  event([{ index: 0, delta: {}, finish_reason: finish }]);
  if (options?.include_usage && mode !== 'no-usage') event([], { usage });
  response.end('data: [DONE]\n\n');
}

function embed(request, response, [mode]) {
  const texts = [request.input].flat();
  if (state.refused && texts.some((text) => text.includes(state.refused))) return send(response, 400, ERROR);
  const dimensions = mode === 'wrong-dimensions' ? 7 : (request.dimensions ?? DIMENSIONS);
  const data = texts.map((text, index) => {
    const vector = vectorOf(text, dimensions);
    if (mode === 'nan') vector[3] = NaN;
    if (mode === 'zero') vector.fill(0);
    if (mode === 'long') vector.forEach((value, at) => (vector[at] = value * 3));
    const embedding =
      request.encoding_format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector;
    return { object: 'embedding', index, embedding };
  });
  if (mode === 'missing') data.pop();
  if (mode === 'shuffled') data.reverse();
  const tokens = Math.ceil(texts.join(' ').length / 4);
  const usage = mode === 'no-usage' ? undefined : { prompt_tokens: tokens, total_tokens: tokens };
  send(response, 200, { object: 'list', model: request.model, data, usage });
}

async function control(request, response) {
  if (request.method === 'POST') Object.assign(state, await json(request));
  const { requests, aborted } = state;
  if (request.method === 'DELETE')
    Object.assign(state, { faults: [], down: false, say: '', refused: '', requests: [], aborted: 0 });
  send(response, 200, { requests, aborted });
}

async function serve(request, response) {
  const { pathname } = new URL(request.url, 'http://host');
  if (pathname === '/control') return control(request, response);
  if (state.down) return response.destroy();
  if (request.headers.authorization !== `Bearer ${KEY}`) return send(response, 401, ERROR);
  if (pathname === '/v1/models')
    return send(response, 200, { object: 'list', data: [{ id: 'quote', object: 'model' }] });
  const answer = { '/v1/chat/completions': complete, '/v1/embeddings': embed }[pathname];
  if (!answer || request.method !== 'POST') return send(response, 404, ERROR);
  const body = await json(request);
  response.once('close', () => (state.aborted += response.writableFinished ? 0 : 1));
  const { traceparent = null } = request.headers;
  state.requests.push({ path: pathname, body, traceparent });
  const [name, parameter] = (state.faults.shift() ?? body.model ?? '').split(':');
  const mode = [name, parameter === undefined ? undefined : Number(parameter)];
  const fault = FAULTS[name];
  if (fault && (await fault(response, mode[1])) !== false) return;
  await answer(body, response, mode);
}

const server = http.createServer((request, response) => {
  serve(request, response).catch(() => response.destroy());
});
// A test that is busy for longer must not find its connection closed.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/v1` })}\n`);
});
process.stdin.resume().once('end', () => process.exit(0));
