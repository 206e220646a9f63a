import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came, its body whole. */
export interface Received {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export type Script = (request: Received, response: ServerResponse, nth: number) => void;

/** A real HTTP server that answers what a test says; `nth` counts its requests from 0. */
export class ScriptedServer {
  readonly received: Received[] = [];
  private readonly server: Server;

  private constructor(private script: Script) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => undefined);
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        const received = { method, path, headers, body: Buffer.concat(chunks) };
        this.script(received, response, this.received.push(received) - 1);
      });
    });
  }

  static async start(): Promise<ScriptedServer> {
    const scripted = new ScriptedServer((_request, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => scripted.server.listen(0, '127.0.0.1', resolve));
    return scripted;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** From now on, with nothing received. */
  play(script: Script): void {
    this.received.length = 0;
    this.script = script;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}

const META = { timestamp: '2026-11-22T00:00:00.000Z', request_id: 'req_1' };

export function answer(response: ServerResponse, data: unknown, more: object = {}): void {
  json(response, 200, { success: true, data, ...more, meta: META });
}

export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  details: object = {},
  headers: Record<string, string> = {},
): void {
  json(response, status, { success: false, error: { code, message: 'No', details }, meta: META }, headers);
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
