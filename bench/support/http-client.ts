import http from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends sequential requests on kept connections with little overhead, to measure latency. */
export class HttpClient {
  private readonly agent = new http.Agent({ keepAlive: true });

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  get<T>(path: string): Promise<T> {
    return this.send('GET', path);
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.send('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body));
  }

  /** Returns the body of a 2xx; throws otherwise. */
  async send<T>(method: string, path: string, headers: http.OutgoingHttpHeaders = {}, body?: string): Promise<T> {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const options = { method, agent: this.agent, headers: { authorization: `Bearer ${this.token}`, ...headers } };
      http
        .request(this.url + path, options, resolve)
        .once('error', reject)
        .end(body);
    });
    const answer = await text(response);
    if ((response.statusCode ?? 500) >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${answer}`);
    return JSON.parse(answer) as T;
  }

  close(): void {
    this.agent.destroy();
  }
}
