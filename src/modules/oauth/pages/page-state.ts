import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secrets } from '../../../common/crypto/secrets.js';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import type { Problem } from './views/layout.js';

/** What the pages of one interaction know of each other. It is kept by the browser, sealed: no node has to remember it. */
export interface PageState {
  /** Sent along with every form. */
  csrf: string;
  email?: string;
  /** Stands for the right password. */
  mfaToken?: string;
  /** Second factor that was chosen. */
  methodId?: string;
  /** What the browser is to ask the chosen security key. */
  keyOptions?: object;
  /** For the next page alone. */
  problem?: Problem;
  notice?: string;
}

const COOKIE = 'amks_interaction';
const PURPOSE = 'interaction pages';
/** As long as an interaction lives at most. Seconds. */
const LIFETIME = 3600;

/** The state as an encrypted cookie: only for the pages of one interaction, and readable neither by the person nor by a script. */
@Injectable()
export class PageStates {
  private readonly secure: string;

  constructor(
    private readonly secrets: Secrets,
    @Inject(TOKEN_ISSUER) issuer: string,
  ) {
    this.secure = issuer.startsWith('https:') ? '; Secure' : '';
  }

  /** The state that the browser holds; null when it has none, or one of another interaction, or one that was made up. */
  read(request: FastifyRequest, uid: string): PageState | null {
    const sealed = cookieOf(request);
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

  /** @param path of the interaction, under which alone the browser sends it back */
  write(reply: FastifyReply, uid: string, path: string, state: PageState): void {
    const sealed = this.secrets.encrypt(Buffer.from(JSON.stringify(state)), purposeOf(uid)).toString('base64url');
    void reply.header(
      'set-cookie',
      `${COOKIE}=${sealed}; Path=${path}; Max-Age=${LIFETIME}; HttpOnly; SameSite=Lax${this.secure}`,
    );
  }
}

/** A state is worth nothing in another interaction than its own. */
const purposeOf = (uid: string): string => `${PURPOSE} ${uid}`;

function cookieOf({ headers }: FastifyRequest): string | null {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${COOKIE}=`));
  return found?.slice(COOKIE.length + 1) ?? null;
}
