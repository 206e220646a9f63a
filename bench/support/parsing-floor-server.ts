/** The floor of hostile requests: Node's HTTP server with JSON.parse. Environment: HOST, PORT. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { HOST, PORT } = process.env;

function statusOf(body: string): number {
  try {
    JSON.parse(body);
    return 200;
  } catch {
    return 400;
  }
}

const server = createServer((request, response) => {
  if (request.url === '/ready') response.end();
  else void text(request).then((body) => response.writeHead(statusOf(body)).end());
});

process.once('SIGTERM', () => process.exit(0));
server.listen(Number(PORT), HOST);
