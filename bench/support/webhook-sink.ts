/**
 * A receiver of webhooks that only records arrivals. `GET /arrivals` returns and clears them, requests to `/hang` get
 * no response, all others are accepted. Listens on HOST:PORT.
 */
import http from 'node:http';

/** A received request: its path, event and time in Unix milliseconds. */
export interface Arrival {
  path: string;
  id: string;
  at: number;
}

let arrivals: Arrival[] = [];

const server = http.createServer((request, response) => {
  const path = request.url ?? '';
  if (request.method === 'GET') {
    if (path === '/arrivals') {
      response.end(JSON.stringify(arrivals));
      arrivals = [];
    } else {
      response.end('ready');
    }
    return;
  }
  const at = Date.now();
  arrivals.push({ path, id: String(request.headers['webhook-id']), at });
  request.resume();
  if (path !== '/hang') response.writeHead(204).end();
});
server.listen(Number(process.env['PORT']), process.env['HOST']);
