import { defineCommand, listed } from '../command.js';
import { connect, statedUrl } from '../connection.js';
import { EXIT, StopError, UsageError } from '../exit.js';
import { interruptible } from '../interruption.js';
import { open } from '../opener.js';
import { exclusively } from '../sign-in/lock.js';
import { Profile } from '../sign-in/profile.js';
import { beginRequest } from '../sign-in/redirect.js';
import { exchangeCode, issuerOf } from '../sign-in/tokens.js';

/** Client of the command line, which every service has. */
const CLIENT_ID = 'amk';
const IDENTITY = ['openid', 'profile', 'email'];
const DEFAULT_SCOPES = 'document.view,document.search,document.manage,chat.use';
const TIMEOUT_MS = 5 * 60_000;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

export const commands = [
  defineCommand({
    name: 'login',
    summary: 'signs you in with the browser',
    details: `The browser asks you to permit what amk may do. Other scopes are api.access for keys, webhook.manage for
webhooks and system.settings for usage. Your role limits them. The sign-in ends with the session.`,
    positionals: [],
    options: {
      scopes: { type: 'string', value: 'LIST', default: DEFAULT_SCOPES, summary: 'what amk may do' },
      'no-browser': { type: 'boolean', summary: 'prints the address instead of opening it' },
    },
    action: async ({ values, connection, terminal }) => {
      const profile = Profile.of(connection.profile);
      const url = requireSafe(statedUrl(connection.url) ?? profile.read()?.url);
      const scope = [...IDENTITY, ...(listed(values.scopes) ?? [])].join(' ');
      const issuer = await issuerOf(url);
      const request = await beginRequest({ url, clientId: CLIENT_ID, scope, issuer, timeoutMs: TIMEOUT_MS });
      try {
        const isOpen = !values['no-browser'] && (await open(request.authorizationUrl));
        terminal.note(
          `${isOpen ? 'Continue in the browser. If it did not open, open' : 'Open'} ${request.authorizationUrl}`,
        );
        const code = await interruptible('Interrupted', (signal) => Promise.race([request.code, aborted(signal)]));
        const form = { code, redirect_uri: request.redirectUri, code_verifier: request.verifier };
        const signIn = await exchangeCode(url, CLIENT_ID, form);
        if (!signIn) throw new StopError('The service refused the code. Run amk login again', EXIT.notSignedIn);
        await exclusively(profile.lock, () => profile.write(signIn));
      } finally {
        request.close();
      }
      const { client } = connect({ url, profile: profile.name });
      const { data: user } = await client.GET('/users/me');
      const permitted = (profile.read()?.scope ?? '').split(' ');
      if (terminal.isJson) terminal.document({ profile: profile.name, url, user, scopes: permitted });
      else terminal.line(`Signed in to ${url} as ${user.email ?? user.id}: ${permitted.join(', ')}`);
    },
  }),
];

function requireSafe(url: string | undefined): string {
  if (url === undefined) throw new UsageError('Give the URL of the service with --url or AMK_URL');
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return url;
  throw new UsageError('Sign in with https. With http, others in the network could read the tokens');
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}
