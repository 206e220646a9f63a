import dgram from 'node:dgram';
import { once } from 'node:events';

/** RFC 1035, 3.2.2. */
export const RECORD_TYPES = { A: 1, TXT: 16 } as const;
/** RFC 1035, 4.1.1. */
export const SERVFAIL = 2;
export const NXDOMAIN = 3;

/** Data of the records, or a code of refusal; null for a server that says nothing. */
export type Answer = Buffer[] | typeof SERVFAIL | typeof NXDOMAIN | null;

/** A name server on loopback, over UDP. Its address is `127.0.0.1:port`. */
export interface NameServer {
  address: string;
  /** Names that were asked about, in order. */
  asked: string[];
  close: () => void;
}

/** @param answer what it knows; asked for each question */
export async function startNameServer(answer: (name: string, type: number) => Answer): Promise<NameServer> {
  const socket = dgram.createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const nameEnd = query.indexOf(0, 12);
    const name = nameOf(query.subarray(12, nameEnd));
    const type = query.readUInt16BE(nameEnd + 1);
    asked.push(name);
    const found = answer(name, type);
    if (found === null) return;
    const records = typeof found === 'number' ? [] : found.map((data) => record(type, data));
    const code = typeof found === 'number' ? found : 0;
    const header = Buffer.concat([query.subarray(0, 2), uint16(0x8180 | code, 1, records.length, 0, 0)]);
    socket.send(Buffer.concat([header, query.subarray(12, nameEnd + 5), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

/** Data of a TXT record, in pieces of at most 255 bytes (RFC 1035, 3.3.14). */
export function txtData(...pieces: string[]): Buffer {
  return Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])));
}

function record(type: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from('c00c', 'hex'), uint16(type, 1, 0, 60, data.length), data]);
}

function uint16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeUInt16BE(value, index * 2));
  return buffer;
}

function nameOf(labels: Buffer): string {
  const parts: string[] = [];
  for (let at = 0; at < labels.length; at += labels[at]! + 1) {
    parts.push(labels.toString('latin1', at + 1, at + 1 + labels[at]!));
  }
  return parts.join('.').toLowerCase();
}
