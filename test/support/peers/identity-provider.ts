import { spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { projectRoot } from '@amks/reader/processes/installation.js';

/** State that `tell` replaces; see identity-provider.mjs. */
export interface IdentityProviderState {
  clients?: {
    client_id: string;
    client_secret: string;
    redirect_uris: string[];
    token_endpoint_auth_method?: string;
  }[];
  accounts?: Record<string, Record<string, unknown>>;
  idTokenClaims?: boolean;
  authMethods?: string[] | null;
  newKeys?: true;
  tamper?: {
    claims?: Record<string, unknown>;
    drop?: string[];
    algorithm?: 'none' | 'HS256';
    foreignKey?: boolean;
    omit?: boolean;
  } | null;
  faults?: Record<string, { kind: 'hang' | 'error' | 'huge' } | { kind: 'redirect'; to: string }>;
}

/** A customer's identity provider, in a separate process. */
export interface TestIdentityProvider {
  issuer: string;
  tell(state: IdentityProviderState): Promise<void>;
  stop(): void;
}

export async function startIdentityProvider(): Promise<TestIdentityProvider> {
  const script = path.join(projectRoot(), 'test/support/peers/identity-provider.mjs');
  const child = spawn(process.execPath, [script], { cwd: projectRoot(), stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  for await (const line of readline.createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"issuer"')) continue;
    const { issuer } = JSON.parse(line) as { issuer: string };
    return {
      issuer,
      tell: async (state) => {
        const answer = await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(state) });
        if (answer.status !== 204) throw new Error(`the identity provider refused: ${answer.status}\n${said}`);
      },
      stop: () => child.stdin.end(),
    };
  }
  throw new Error(`the identity provider did not start:\n${said}`);
}

/**
 * What a browser does at the provider, without pages: follows redirects and keeps cookies until it is sent to an address
 * that starts with `until`.
 *
 * @returns that address
 */
export async function walkThrough(start: string, until: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 2000)}`);
    url = new URL(location, url).href;
    if (url.startsWith(until)) return new URL(url);
  }
  throw new Error(`too many redirects, the last to ${url}`);
}
