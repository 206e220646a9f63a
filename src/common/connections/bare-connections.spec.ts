import { EventEmitter, once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { ArrivingBodies } from './arriving-bodies.js';
import type { CallerCount } from '../auth/caller-count.js';
import { registerClientErrors } from './client-errors.js';
import type { RateLimiter, RateState } from '../rate-limits/rate-limiter.js';

const TIMEOUT_MS = 100;
const STATE: RateState = { limit: 10, remaining: 9, resetAt: 3600 };
const GARBAGE = 'nonsense\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

describe('what is written on a connection by hand', () => {
  let fastify: FastifyInstance;
  let socket: net.Socket;
  let answer: string;
  let closed: Promise<unknown>;
  /** `asked` when the limits are looked up; they are known after `known`. */
  let limits: EventEmitter;
  /** `reached` by a request for /held, which is answered after `answer`. */
  let handler: EventEmitter;

  beforeEach(async () => {
    limits = new EventEmitter();
    handler = new EventEmitter();
    const peekAddress = async (): Promise<RateState> => {
      const known = once(limits, 'known');
      limits.emit('asked');
      await known;
      return STATE;
    };
    const rateLimiter = { stateOf: () => null, peekAddress } as unknown as RateLimiter;
    fastify = Fastify({ forceCloseConnections: true });
    registerClientErrors(fastify, rateLimiter);
    const countLate = async () => ({ state: await peekAddress(), refusal: null });
    new ArrivingBodies({ countLate } as unknown as CallerCount).watch(fastify, TIMEOUT_MS);
    fastify.post('/', () => 'done');
    fastify.get('/stream', (_request, reply) => {
      reply.hijack().raw.writeHead(200).write('begun');
    });
    fastify.get('/held', async () => {
      const answered = once(handler, 'answer');
      handler.emit('reached');
      await answered;
      return 'done';
    });
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    answer = '';
    socket = net.connect((fastify.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => undefined);
    closed = once(socket, 'close');
  });
  afterEach(async () => {
    socket.destroy();
    await fastify.close();
  });

  const statuses = (): string[] => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
  const untilAnswerHolds = async (text: string): Promise<void> => {
    while (!answer.includes(text)) await once(socket, 'data');
  };

  it('is the answer to a body that does not arrive', async () => {
    const asked = once(limits, 'asked');
    socket.write(`${POST}Content-Length: 2\r\n\r\n`);
    await asked;
    limits.emit('known');
    await closed;
    expect(statuses()).toEqual(['408']);
  });

  it('is nothing once the rest of a body has come', async () => {
    const asked = once(limits, 'asked');
    socket.write(`${POST}Content-Length: 2\r\n\r\n`);
    await asked;
    socket.write('{}');
    await untilAnswerHolds('done');
    limits.emit('known');
    // The connection stays open.
    socket.write(`${POST}Connection: close\r\nContent-Length: 2\r\n\r\n{}`);
    await closed;
    expect(statuses()).toEqual(['200', '200']);
  });

  it('is the answer to a body that is no HTTP', async () => {
    limits.on('asked', () => setImmediate(() => limits.emit('known')));
    socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n${GARBAGE}`);
    await closed;
    expect(statuses()).toEqual(['400']);
  });

  it('is nothing behind the beginning of an answer', async () => {
    socket.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
    await untilAnswerHolds('begun');
    socket.write(GARBAGE);
    await closed;
    expect(statuses()).toEqual(['200']);
    expect(answer).toMatch(/begun\r\n$/);
  });

  it('is nothing in place of the answer to a request that is being served', async () => {
    const reached = once(handler, 'reached');
    socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
    await reached;
    socket.write(GARBAGE);
    await closed;
    handler.emit('answer');
    expect(answer).toBe('');
  });
});
