import { BlockList, isIPv6, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { FairSlots } from './fair-slots.js';
import { clientNetwork } from '../context/client-network.js';
import { contextOf } from '../context/request-context.js';
import { onceAborted, whenClosed } from '../context/when-closed.js';

/** Connections without a request in a handler: silent, with unfinished headers, or with an unread response to an unauthenticated client. */
const SLOTS = { per_holder: 1_024, total: 8_192 };
/** Concurrent requests of one connection. A single read can contain a thousand short requests, which would all start at once. */
const MAX_PIPELINED = 32;
/** Close listeners of a connection in addition to one per request. */
const OTHER_LISTENERS = 10;

/**
 * Limits idle connections per client address and in total; the longest idle one is closed. Trusted proxies have no limit. A
 * connection with too many concurrent requests is closed, even of a signed-in user.
 * @param trustedProxies addresses and CIDR blocks
 */
export function limitIdleConnections(fastify: FastifyInstance, trustedProxies: readonly string[]): void {
  const trusted = blockListOf(trustedProxies);
  const slots = new FairSlots<Socket>(SLOTS);
  const holders = new WeakMap<Socket, string>();
  /** Requests in progress by connection: clients can pipeline. */
  const underWay = new WeakMap<Socket, number>();

  const wait = (socket: Socket): void => {
    const holder = holders.get(socket);
    if (holder !== undefined && !socket.destroyed) slots.take(holder, socket)?.destroy();
  };
  const leave = (socket: Socket): void => {
    const holder = holders.get(socket);
    if (holder !== undefined) slots.release(holder, socket);
  };

  fastify.server.on('connection', (socket: Socket) => {
    socket.setMaxListeners(MAX_PIPELINED + OTHER_LISTENERS);
    const { remoteAddress: ip } = socket;
    if (ip === undefined || trusted.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return;
    holders.set(socket, clientNetwork(ip));
    socket.once('close', () => leave(socket));
    wait(socket);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (underWay.get(socket) ?? 0) + 1;
    // Requests after the limit are parsed but not answered.
    if (count > MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    underWay.set(socket, count);
    leave(socket);
    onceAborted(whenClosed(request, reply), () => {
      const left = (underWay.get(socket) ?? 1) - 1;
      underWay.set(socket, left);
      if (left === 0) wait(socket);
    });
    done();
  });
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    if (!contextOf(request)?.principal) wait(request.raw.socket);
    done(null, payload);
  });
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
