import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** What the server takes for malware. */
export const MALWARE = 'This sentence stands for malware in tests.';

/** `scan` works; `limit` takes 100 KiB at most; the others fail as daemons do. */
export type ClamdMode = 'scan' | 'limit' | 'hang' | 'close' | 'garbage';

/** A server that speaks clamd's INSTREAM, on a real socket. */
export interface TestClamd {
  /** `tcp://127.0.0.1:port`, for CLAMAV_URL. */
  url: string;
  port: number;
  mode: ClamdMode;
  /** Contents that came to their end, in bytes each. */
  scanned: number[];
  stop(): Promise<void>;
}

const LIMIT_BYTES = 100 * 1024;

export async function startClamd(): Promise<TestClamd> {
  const server = net.createServer();
  const sockets = new Set<net.Socket>();
  const clamd: TestClamd = {
    url: '',
    port: 0,
    mode: 'scan',
    scanned: [],
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    if (clamd.mode === 'close') socket.destroy();
    else if (clamd.mode !== 'hang') serve(socket, clamd).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  clamd.port = (server.address() as AddressInfo).port;
  clamd.url = `tcp://127.0.0.1:${clamd.port}`;
  return clamd;
}

async function serve(socket: net.Socket, clamd: TestClamd): Promise<void> {
  const command = Buffer.from('zINSTREAM\0');
  let waiting: Buffer = Buffer.alloc(0);
  let begun = false;
  let size = 0;
  let tail = '';
  let infected = false;
  for await (const data of socket as AsyncIterable<Buffer>) {
    waiting = Buffer.concat([waiting, data]);
    if (!begun && waiting.length >= command.length) {
      if (!waiting.subarray(0, command.length).equals(command)) throw new Error('unknown command');
      waiting = waiting.subarray(command.length);
      begun = true;
    }
    while (begun && waiting.length >= 4 && waiting.length >= 4 + waiting.readUInt32BE(0)) {
      const length = waiting.readUInt32BE(0);
      if (length === 0) {
        clamd.scanned.push(size);
        const verdict = infected ? 'stream: Test.Malware-1 FOUND\0' : 'stream: OK\0';
        return void socket.end(clamd.mode === 'garbage' ? 'HTTP/1.1 400 Bad Request' : verdict);
      }
      tail = (tail + waiting.subarray(4, 4 + length).toString('latin1')).slice(-length - MALWARE.length);
      size += length;
      waiting = waiting.subarray(4 + length);
      // As clamd does, before the end of the content; what still comes is dropped.
      if (clamd.mode === 'limit' && size > LIMIT_BYTES && !socket.writableEnded)
        socket.end('INSTREAM size limit exceeded. ERROR\0');
      infected ||= tail.includes(MALWARE);
    }
  }
}
