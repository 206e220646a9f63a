import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secrets } from '../../../common/crypto/secrets.js';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { OAUTH_BASE } from '../server/oauth-paths.js';
import { rootOf } from './page-root.js';
import type { Problem } from './views/layout.js';

/** What the pages of one interaction know of each other. It is kept by the browser, sealed: no node has to remember it. */
export interface PageState {
  /** Sent along with every form. */
  csrf: string;
  email?: string;
  /** Stands for the right password, or for the sign-in at the identity provider. */
  mfaToken?: string;
  /** Came back from the organization's identity provider: see {@link Arrivals}. */
  arrival?: string;
  /** It was the provider's word, and no password, that the mfaToken stands for. */
  federated?: true;
  /** Second factor that was chosen. */
  methodId?: string;
  /** What the browser is to ask the chosen security key. */
  keyOptions?: object;
  /** Id of what a passkey is asked on the first page. */
  passkeyChallenge?: string;
  /** Authenticator app that is being set up. */
  app?: { methodId: string; secret: string; otpauthUri: string };
  /** Of the app that was set up, until their owner has them. */
  recoveryCodes?: string[];
  /** For the next page alone. */
  problem?: Problem;
  notice?: string;
}

const COOKIE = 'amks_page';
const PURPOSE = 'interaction pages';
/** As long as an interaction lives at most. Seconds. */
const LIFETIME = 3600;

/** The state as an encrypted cookie: only for the pages of one interaction, and readable neither by the person nor by a script. */
@Injectable()
export class PageStates {
  /** What the path of the service begins with, where a proxy keeps it in a folder; mostly nothing. Without a slash at its end. */
  readonly root: string;
  private readonly secure: string;

  constructor(
    private readonly secrets: Secrets,
    @Inject(TOKEN_ISSUER) issuer: string,
  ) {
    this.root = rootOf(issuer);
    this.secure = issuer.startsWith('https:') ? '; Secure' : '';
  }

  /** The state that the browser holds; null when it has none, or one of another interaction, or one that was made up. */
  read(request: FastifyRequest, uid: string): PageState | null {
    const sealed = cookieOf(request, COOKIE);
    if (sealed === null) return null;
    try {
      const opened = this.secrets.decrypt(Buffer.from(sealed, 'base64url'), purposeOf(uid));
      return JSON.parse(opened.toString('utf8')) as PageState;
    } catch {
      return null;
    }
  }

  create(): PageState {
    return { csrf: randomBytes(32).toString('base64url') };
  }

  /** Path of the interaction, under which alone the browser sends the state back. */
  pathOf(uid: string): string {
    return `${this.root}${OAUTH_BASE}/interaction/${uid}`;
  }

  write(reply: FastifyReply, uid: string, state: PageState): void {
    const sealed = this.secrets.encrypt(Buffer.from(JSON.stringify(state)), purposeOf(uid)).toString('base64url');
    this.setCookie(reply, COOKIE, sealed, { path: this.pathOf(uid), seconds: LIFETIME });
  }

  /** Adds a cookie that no script reads, and that other sites make the browser send only by leading it here. */
  setCookie(
    reply: FastifyReply,
    name: string,
    value: string,
    { path, seconds }: { path: string; seconds: number },
  ): void {
    const attributes = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${this.secure}`;
    void reply.header('set-cookie', `${name}=${value}; ${attributes}`);
  }
}

/** A state is worth nothing in another interaction than its own. */
const purposeOf = (uid: string): string => `${PURPOSE} ${uid}`;

/** What the browser sends under the name; null when it sends nothing. */
export function cookieOf({ headers }: FastifyRequest, name: string): string | null {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? null;
}
