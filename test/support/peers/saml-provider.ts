import { spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { KeyAndCertificate } from './self-signed-certificate.js';

export interface SamlAccount {
  nameId: string;
  email: string;
  name: string;
  group: string;
}

/** A customer's SAML provider, in a separate process. */
export interface TestSamlProvider {
  entityId: string;
  metadata: string;
  tell(state: { service?: string; user?: SamlAccount }): Promise<void>;
  stop(): void;
}

export async function startSamlProvider(keys: KeyAndCertificate): Promise<TestSamlProvider> {
  const script = path.join(projectRoot(), 'test/support/peers/saml-provider.mjs');
  const child = spawn(process.execPath, [script], { cwd: projectRoot(), stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdin.write(`${JSON.stringify(keys)}\n`);
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const { entityId, metadata } = JSON.parse(line) as { entityId: string; metadata: string };
    return {
      entityId,
      metadata,
      tell: async (state) => {
        const control = new URL('/control', entityId);
        const { status } = await fetch(control, { method: 'POST', body: JSON.stringify(state) });
        if (status !== 204) throw new Error(`the SAML provider refused: ${status}\n${said}`);
      },
      stop: () => child.stdin.end(),
    };
  }
  throw new Error(`the SAML provider did not start:\n${said}`);
}

/** The fields of the form on the provider's page, as a browser sends them. */
export async function formOf(url: string | URL): Promise<{ SAMLResponse: string; RelayState: string }> {
  const html = await (await fetch(url)).text();
  const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  if (field('SAMLResponse') === '') throw new Error(html);
  return { SAMLResponse: field('SAMLResponse'), RelayState: field('RelayState') };
}
