import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds. */
const TIMEOUTS_MS = {
  /** For a client that reads nothing of what was sent. */
  unread: 60_000,
  /** For a connection without traffic while its response is prepared. */
  standstill: 660_000,
};

interface Silence {
  /** Bytes of the connection in both directions. */
  moved: number;
  /** Consecutive timeouts without traffic. */
  timeouts: number;
}

/** Closes connections with unread responses. Node's timeout also covers slow responses, so those are recognized by unsent data. */
export function limitUnreadResponses(server: Server, { unread, standstill } = TIMEOUTS_MS): void {
  const silences = new WeakMap<Socket, Silence>();
  const mostTimeouts = Math.ceil(standstill / unread);
  server.setTimeout(unread, (socket: Socket) => {
    const moved = socket.bytesRead + socket.bytesWritten;
    const before = silences.get(socket);
    const timeouts = before?.moved === moved ? before.timeouts + 1 : 1;
    // Node sets another timeout on connections kept alive.
    const isKept = socket.timeout !== unread;
    if (isKept || socket.writableLength > 0 || timeouts >= mostTimeouts) return void socket.destroy();
    silences.set(socket, { moved, timeouts });
    socket.setTimeout(unread);
  });
}
