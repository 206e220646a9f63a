import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secrets } from '../../../common/crypto/secrets.js';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { OAUTH_BASE } from '../server/oauth-paths.js';
import { rootOf } from './page-root.js';
import type { Problem } from './views/layout.js';

export interface PageState {
  csrf: string;
  email?: string;
  /** Represents the correct password or the sign-in at the identity provider. */
  mfaToken?: string;
  /** The user returned from the identity provider: see {@link Arrivals}. */
  arrival?: string;
  /** The mfaToken represents a sign-in at the identity provider. */
  federated?: true;
  /** The selected second factor. */
  methodId?: string;
  keyOptions?: object;
  passkeyChallenge?: string;
  app?: { methodId: string; secret: string; otpauthUri: string };
  recoveryCodes?: string[];
  /** Shown on the next page only. */
  problem?: Problem;
  notice?: string;
}

const COOKIE = 'amks_page';
const PURPOSE = 'interaction pages';
/** Maximum lifetime of an interaction, in seconds. */
const LIFETIME = 3600;

/** Reads and writes the state cookie, which is encrypted and limited to one interaction. */
@Injectable()
export class PageStates {
  /** Path prefix of the service behind a proxy, usually empty. No trailing slash. */
  readonly root: string;
  private readonly secure: string;

  constructor(
    private readonly secrets: Secrets,
    @Inject(TOKEN_ISSUER) issuer: string,
  ) {
    this.root = rootOf(issuer);
    this.secure = issuer.startsWith('https:') ? '; Secure' : '';
  }

  /** Null when missing, forged or of another interaction. */
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

  pathOf(uid: string): string {
    return `${this.root}${OAUTH_BASE}/interaction/${uid}`;
  }

  write(reply: FastifyReply, uid: string, state: PageState): void {
    const sealed = this.secrets.encrypt(Buffer.from(JSON.stringify(state)), purposeOf(uid)).toString('base64url');
    this.setCookie(reply, COOKIE, sealed, { path: this.pathOf(uid), seconds: LIFETIME });
  }

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

const purposeOf = (uid: string): string => `${PURPOSE} ${uid}`;

export function cookieOf({ headers }: FastifyRequest, name: string): string | null {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? null;
}
