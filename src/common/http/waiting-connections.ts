import { BlockList, isIPv6, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { FairPlaces } from '../fair-places.js';
import { clientNetwork } from './client-network.js';
import { contextOf } from './request-context.js';
import { onceAborted, whenClosed } from './when-closed.js';

/**
 * Connections on which no request is being handled: silent, idle between two requests, with headers that do not end, or whose
 * client, of whom nothing is proven, has yet to take its answer.
 */
const PLACES = { per_holder: 1_024, total: 8_192 };
/**
 * Requests of a connection that may be under way at a time. What one read of it brings, a thousand short ones, is begun at
 * once, and until all of it is done nobody else has a turn.
 */
const MAX_PIPELINED = 32;
/** Close listeners of a connection beside one of each request under way. */
const OTHER_LISTENERS = 10;

/**
 * Bounds the connections that wait for a request or for their client, for each address that connects and in all: the one
 * that has waited longest is closed. Those of trusted proxies are theirs to bound. A connection that brings more requests
 * at once than any client needs ends, also one of a signed-in user.
 *
 * @param trustedProxies addresses and CIDR blocks
 */
export function boundWaitingConnections(fastify: FastifyInstance, trustedProxies: readonly string[]): void {
  const trusted = blockListOf(trustedProxies);
  const places = new FairPlaces<Socket>(PLACES);
  /** Whose connection it is; absent for proxies. */
  const holders = new WeakMap<Socket, string>();
  /** Requests of a connection that are being answered: a client may send the next before it has the answer to the last. */
  const underWay = new WeakMap<Socket, number>();

  const wait = (socket: Socket): void => {
    const holder = holders.get(socket);
    if (holder !== undefined && !socket.destroyed) places.take(holder, socket)?.destroy();
  };
  const leave = (socket: Socket): void => {
    const holder = holders.get(socket);
    if (holder !== undefined) places.leave(holder, socket);
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
    // The rest of what came with one too many is parsed all the same, and left at that.
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
