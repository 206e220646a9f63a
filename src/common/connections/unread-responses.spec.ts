import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { limitUnreadResponses } from './unread-responses.js';

/** More than the buffers of both ends of a connection take. */
const LARGE = Buffer.alloc(64 * 1024 * 1024);
const UNREAD_MS = 1_000;
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('a connection whose answer stays where it is', () => {
  let server: Server;
  let client: Socket;
  const responses = new EventEmitter();

  async function ask(answer: RequestListener, standstill: number): Promise<Socket> {
    server = createServer(answer);
    limitUnreadResponses(server, { unread: UNREAD_MS, standstill });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connected = once(server, 'connection') as Promise<[Socket]>;
    client = net.connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    client.write(GET);
    return (await connected)[0];
  }
  afterEach(async () => {
    client.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each<[string, RequestListener]>([
    ['whole', (_request, response) => response.end(LARGE)],
    [
      'piece by piece',
      (_request, response) => {
        const write = (): boolean => response.write(LARGE.subarray(0, 65_536)) && write();
        response.on('drain', write);
        write();
      },
    ],
  ])('is closed when the client does not read what was sent %s', async (_, answer) => {
    const connection = await ask(answer, 1e9);
    await once(connection, 'close');
    expect(connection.bytesWritten).toBeGreaterThan(0);
  });

  it('lives while the client reads, however slowly', async () => {
    const connection = await ask((_request, response) => response.end(LARGE), 1e9);
    let received = 0;
    let pauses = 0;
    client.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received < (pauses + 1) * 4 * 1024 * 1024) return;
      pauses += 1;
      client.pause();
      setTimeout(() => client.resume(), UNREAD_MS / 10);
    });
    while (received < LARGE.length) await once(client, 'data');
    expect([connection.destroyed, pauses]).toEqual([false, 16]);
  });

  it('lives while its answer is made', async () => {
    const connection = await ask((_request, response) => {
      response.write('begun');
      responses.emit('begun', response);
    }, 1e9);
    const [response] = (await once(responses, 'begun')) as [ServerResponse];
    for (let timeout = 0; timeout < 2; timeout += 1) await once(connection, 'timeout');
    expect(connection.destroyed).toBe(false);
    response.end('made');
    let text = '';
    client.on('data', (chunk: Buffer) => (text += chunk.toString()));
    while (!text.includes('made')) await once(client, 'data');
  });

  it('is closed when its answer is not made for too long', async () => {
    const connection = await ask(() => undefined, 2 * UNREAD_MS);
    let timeouts = 0;
    connection.on('timeout', () => (timeouts += 1));
    await once(connection, 'close');
    expect(timeouts).toBe(2);
  });

  it('is closed when no further request comes', async () => {
    const connection = await ask((_request, response) => response.end('done'), 1e9);
    server.keepAliveTimeout = UNREAD_MS / 2;
    await once(connection, 'close');
    expect(connection.bytesWritten).toBeGreaterThan(0);
  });
});
