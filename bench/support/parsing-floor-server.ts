/** The floor of hostile requests: Node's own server, which reads the body and gives it to JSON.parse. Environment: HOST, PORT. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { HOST, PORT } = process.env;

const server = createServer((request, response) => {
  void text(request).then((body) => {
    try {
      JSON.parse(body);
      response.end();
    } catch {
      response.writeHead(400).end();
    }
  });
});

process.once('SIGTERM', () => process.exit(0));
server.on('request', (request, response) => {
  if (request.url === '/ready') response.writeHead(200).end();
});
server.listen(Number(PORT), HOST);
