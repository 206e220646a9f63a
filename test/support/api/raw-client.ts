import net from 'node:net';

const DRIP_MS = 100;

/** A connection whose bytes the test decides on. */
export class RawClient {
  answer = '';
  readonly closed: Promise<string>;
  private drip: NodeJS.Timeout | undefined;

  constructor(private readonly socket: net.Socket) {
    socket.on('data', (chunk) => (this.answer += chunk.toString('latin1'))).on('error', () => undefined);
    this.closed = new Promise((resolve) =>
      socket.on('close', () => {
        clearInterval(this.drip);
        resolve(this.answer);
      }),
    );
  }

  /** @param from address that the service sees, of this machine: any in 127.0.0.0/8 */
  static open(baseUrl: string, from = '127.0.0.1'): RawClient {
    const port = Number(new URL(baseUrl).port);
    return new RawClient(net.connect({ port, host: '127.0.0.1', localAddress: from }));
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  /** Statuses of the answers so far. */
  get statuses(): number[] {
    return [...this.answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  }

  send(text: string): this {
    this.socket.write(text, 'latin1');
    return this;
  }

  /** Sends the text again and again, until the connection is closed. */
  dripping(text: string): this {
    this.drip = setInterval(() => this.socket.write(text), DRIP_MS);
    return this;
  }

  close(): void {
    this.socket.destroy();
  }
}
