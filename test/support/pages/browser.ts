import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page that uses security keys as a web frontend does, with the standard calls only. */
const PAGE = `<!doctype html><title>Security keys</title><script>
  const createKey = async (options) =>
    (await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })).toJSON();
  const useKey = async (options) =>
    (await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })).toJSON();
</script>`;

/** Chromium or Chrome on this machine: at CHROMIUM_PATH when that is set, else on the PATH; null if not found. */
export function findChromium(): string | null {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  const folders = PATH.split(path.delimiter).concat('/usr/bin');
  const candidates = CHROMIUM_PATH
    ? [CHROMIUM_PATH]
    : NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find((candidate) => existsSync(candidate)) ?? null;
}

/**
 * `describe` for tests in a real browser. Where none is found they are skipped and the reason is printed; in CI there has
 * to be one, and they fail.
 */
export function describeInBrowser(name: string, tests: () => void): void {
  if (findChromium() !== null || process.env.CI === 'true') {
    describe(name, tests);
    return;
  }
  const reason = 'no Chromium found; install it or set CHROMIUM_PATH';
  process.stderr.write(`skipped: ${name} (${reason})\n`);
  describe.skip(`${name} (${reason})`, tests);
}

/** Playwright makes a profile for every start and removes it; should this process die, the browser ends with its pipe. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium found; install it or set CHROMIUM_PATH');
  return chromium.launch({ executablePath, headless: true, args: ARGUMENTS });
}

/** A credential inside a virtual key, as the DevTools protocol shows it; enough to make a copy of the key. */
export type KeyContents = Awaited<ReturnType<VirtualKey['contents']>>;

/** A security key that is plugged in: CTAP 2 over USB, with a fingerprint reader. Touched at once when asked. */
export class VirtualKey {
  constructor(
    private readonly devtools: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  /** Whether its owner touches it when asked; false for one that just stays plugged in. */
  async setTouched(enabled: boolean): Promise<void> {
    const { authenticatorId } = this;
    await this.devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  }

  /** Whether the finger on the reader is the owner's. */
  async setUserVerified(isUserVerified: boolean): Promise<void> {
    await this.devtools.send('WebAuthn.setUserVerified', { authenticatorId: this.authenticatorId, isUserVerified });
  }

  /** Its credentials, private keys and counters included. */
  async contents() {
    const { authenticatorId } = this;
    return (await this.devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  }

  /** Makes it a copy of another key at the time when those were its contents. */
  async copy(contents: KeyContents): Promise<void> {
    const { authenticatorId } = this;
    for (const credential of contents) {
      await this.devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
    }
  }

  async unplug(): Promise<void> {
    await this.devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.authenticatorId });
  }
}

/** A real browser on a separate page, with virtual security keys. `afterAll(() => browser.close())`. */
export class KeyBrowser {
  private constructor(
    /** Of the page: `http://localhost:port`, which browsers take for secure. */
    readonly origin: string,
    /** Of the same page on another port: another origin on the same host. */
    readonly otherOrigin: string,
    private readonly servers: Server[],
    private readonly browser: Browser,
    private readonly page: Page,
    private readonly devtools: CDPSession,
  ) {}

  static async start(): Promise<KeyBrowser> {
    const servers = [await servePage(), await servePage()] as const;
    const [origin, otherOrigin] = [originOf(servers[0]), originOf(servers[1])];
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(origin);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('WebAuthn.enable');
      return new KeyBrowser(origin, otherOrigin, [...servers], browser, page, devtools);
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  /** Opens the page at one of its two origins; the keys stay plugged in. */
  async visit(origin: string): Promise<void> {
    await this.page.goto(origin);
  }

  async plugIn(): Promise<VirtualKey> {
    const { authenticatorId } = await this.devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'usb',
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualKey(this.devtools, authenticatorId);
  }

  /** `navigator.credentials.create()` on the page; throws with the DOMException's name in it when the browser refuses. */
  create(options: PublicKeyCredentialCreationOptionsJSON): Promise<RegistrationResponseJSON> {
    return this.page.evaluate(`createKey(${JSON.stringify(options)})`);
  }

  /** `navigator.credentials.get()` on the page; throws with the DOMException's name in it when the browser refuses. */
  get(options: PublicKeyCredentialRequestOptionsJSON): Promise<AuthenticationResponseJSON> {
    return this.page.evaluate(`useKey(${JSON.stringify(options)})`);
  }

  async close(): Promise<void> {
    await this.browser.close();
    for (const server of this.servers) server.close().closeAllConnections();
  }
}

async function servePage(): Promise<Server> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  return server;
}

function originOf(server: Server): string {
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
