import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds. */
const PATIENCE = {
  /** For a client that takes nothing of what was written to it. */
  unread: 60_000,
  /** For a connection on which nothing moves, while an answer is still being made. */
  standstill: 660_000,
};

interface Silence {
  /** Bytes of the connection in both directions. */
  moved: number;
  /** Time-outs since they moved. */
  timeouts: number;
}

/**
 * Closes connections whose client does not read its answer. Node has one time-out for these and for answers that take long
 * to make, so the long ones are told by what is still to be sent. Progress of any kind starts the time again, and so does
 * part of a write that the client takes.
 */
export function boundUnreadAnswers(server: Server, { unread, standstill } = PATIENCE): void {
  const silences = new WeakMap<Socket, Silence>();
  const mostTimeouts = Math.ceil(standstill / unread);
  server.setTimeout(unread, (socket: Socket) => {
    const moved = socket.bytesRead + socket.bytesWritten;
    const before = silences.get(socket);
    const timeouts = before?.moved === moved ? before.timeouts + 1 : 1;
    // Node gives a connection that is kept for the next request another time-out.
    const isKept = socket.timeout !== unread;
    if (isKept || socket.writableLength > 0 || timeouts >= mostTimeouts) return void socket.destroy();
    silences.set(socket, { moved, timeouts });
    socket.setTimeout(unread);
  });
}
