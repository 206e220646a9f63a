/**
 * A collector of traces by OTLP over HTTP, as JSON, in a separate process:
 *
 *   node trace-collector.mjs   prints {"url": "http://127.0.0.1:port"} once it listens; ends with its standard input
 *
 * `GET /control` tells the headers of each request that brought spans, and the spans.
 */
import http from 'node:http';
import { json } from 'node:stream/consumers';

const batches = [];
const server = http.createServer(async (request, response) => {
  if (request.method === 'POST' && request.url === '/v1/traces') {
    const { resourceSpans } = await json(request);
    batches.push({ headers: request.headers, resourceSpans });
    response.setHeader('content-type', 'application/json');
    return response.end('{}');
  }
  if (request.method === 'GET' && request.url === '/control') return response.end(JSON.stringify(batches));
  return response.writeHead(404).end();
});
// A test that is busy for longer must not find its connection closed.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});
process.stdin.once('end', () => process.exit(0)).resume();
