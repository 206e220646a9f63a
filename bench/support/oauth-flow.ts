import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import { text } from 'node:stream/consumers';

const REDIRECT_URI = 'https://bench.example/callback';

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** A code and what is needed to exchange it. */
export interface Code {
  code: string;
  verifier: string;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** An OAuth client with its user's browser, on kept connections, with little overhead. */
export class OAuthFlow {
  private readonly agent = new http.Agent({ keepAlive: true });
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly url: string,
    readonly clientId: string,
  ) {}

  /** Signs in on the pages; the browser then gets codes without a page. */
  async signIn(email: string, password: string): Promise<void> {
    let page = await this.follow(this.authorizeUrl(newCode().verifier));
    for (const [step, value] of Object.entries({ email, password })) {
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
      const action = new RegExp(`action="([^"]+/${step})"`).exec(page.body)?.[1];
      if (action === undefined) throw new Error(`no form for ${step}: ${page.status} ${page.body}`);
      page = await this.follow(action, { csrf, [step]: value });
    }
  }

  async code(): Promise<Code> {
    const { verifier } = newCode();
    const { headers, body } = await this.send('GET', this.authorizeUrl(verifier));
    const code = new URL(headers.location ?? 'none:').searchParams.get('code');
    if (code === null) throw new Error(`no code: ${headers.location} ${body}`);
    return { code, verifier };
  }

  exchange({ code, verifier }: Code): Promise<Tokens> {
    return this.token({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT_URI });
  }

  refresh({ refresh_token }: Tokens): Promise<Tokens> {
    return this.token({ grant_type: 'refresh_token', refresh_token });
  }

  close(): void {
    this.agent.destroy();
  }

  private async token(fields: Record<string, string>): Promise<Tokens> {
    const { status, body } = await this.send('POST', '/api/v1/oauth/token', { client_id: this.clientId, ...fields });
    if (status !== 200) throw new Error(`token: ${status} ${body}`);
    return JSON.parse(body) as Tokens;
  }

  private authorizeUrl(verifier: string): string {
    const parameters = new URLSearchParams({
      client_id: this.clientId,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'openid document.view',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return `/api/v1/oauth/authorize?${parameters.toString()}`;
  }

  /** Follows redirects until a page or the client's redirect URI. */
  private async follow(path: string, form?: Record<string, string>): Promise<Answer> {
    const answer = await this.send(form ? 'POST' : 'GET', path, form);
    const { location } = answer.headers;
    if (location === undefined || location.startsWith(REDIRECT_URI)) return answer;
    return this.follow(new URL(location, this.url).href.slice(this.url.length));
  }

  private async send(method: string, path: string, form?: Record<string, string>): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) };
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http
        .request(this.url + path, { method, agent: this.agent, headers }, resolve)
        .once('error', reject)
        .end(form && new URLSearchParams(form).toString());
    });
    for (const line of response.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = line.split(';', 1)[0]!.split(/=(.*)/);
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  }
}

/** Redirect URI without a listener: the browser stops there. */
export const BENCH_REDIRECT_URI = REDIRECT_URI;

const newCode = (): { verifier: string } => ({ verifier: randomBytes(32).toString('base64url') });
