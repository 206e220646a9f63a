/**
 * A receiver of webhooks that does nothing but note what came when. `GET /arrivals` answers and forgets the arrivals,
 * requests to `/hang` are never answered, everything else is taken. Listens on HOST:PORT.
 */
import http from 'node:http';

/** One request that came: to which path, telling of which event, when (milliseconds of the clock). */
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
