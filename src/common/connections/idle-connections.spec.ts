import net, { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { until } from '../../../test/support/until.js';
import { attachContext, createRequestContext } from '../context/request-context.js';
import type { Principal } from '../principal/principal.js';
import { limitIdleConnections } from './idle-connections.js';

const GET = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('connections of clients without credentials', () => {
  let fastify: FastifyInstance;
  let handled: number;
  const sockets: net.Socket[] = [];

  beforeEach(async () => {
    handled = 0;
    fastify = Fastify({ forceCloseConnections: true });
    limitIdleConnections(fastify, []);
    // An answer that nobody reads to its end.
    fastify.get('/endless', (request, reply) => {
      handled += 1;
      if (request.headers.authorization) {
        attachContext(request, Object.assign(createRequestContext('x'), { principal: {} as Principal }));
      }
      void reply.type('text/plain').send(new Readable({ read: () => undefined }));
      return reply;
    });
    fastify.get('/short', async () => {
      handled += 1;
      await delay(20);
      return 'done';
    });
    await fastify.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await fastify.close();
  });

  function open(text: string): net.Socket {
    const socket = net.connect((fastify.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(text);
    sockets.push(socket);
    return socket;
  }

  it('have a place while their answers are taken', async () => {
    const signedIn = open(GET('/endless').replace('Host', 'Authorization: x\r\nHost'));
    await until(() => handled === 1);
    const first = open(GET('/endless'));
    await until(() => handled === 2);
    const flood = Array.from({ length: 1_024 }, () => open(GET('/endless')));
    await until(() => first.destroyed);
    expect([signedIn, ...flood].filter(({ destroyed }) => destroyed)).toEqual([]);
  });

  it('end when they send many requests without waiting for the answers', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', note);
    const polite = open(GET('/short').repeat(32));
    await until(() => handled === 32);
    const flood = open(GET('/short').repeat(1_000));
    await until(() => flood.destroyed);
    expect(handled).toBe(64);
    expect(polite.destroyed).toBe(false);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});
