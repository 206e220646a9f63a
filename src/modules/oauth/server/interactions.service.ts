import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../scopes.js';

export interface Interaction {
  uid: string;
  client: { name: string; organizationId: string | null; firstParty: boolean };
  /** Requested scopes that can be granted: limited to the client's scopes and, after sign-in, to those of the user's role. */
  scopes: string[];
  /** What the user must do: sign in, select an account, see a refusal, enroll a required second factor, or consent. */
  prompt: 'login' | 'select_account' | 'refusal' | 'enrolment' | 'consent';
  refusal: Refusal | null;
  /** Null if nobody is signed in who can use this client. */
  signedInUser: { id: string; sessionId: string; name: string; email: string } | null;
  /** `login_hint`: unchecked text of at most 320 characters. */
  loginHint: string | null;
}

/** What the pages do with an authorization request. All methods throw AppError GONE (interaction_expired) for an expired or foreign one. */
export abstract class InteractionsService {
  /** @param request route with the parameter `uid` */
  abstract details(request: FastifyRequest, reply: FastifyReply): Promise<Interaction>;

  /**
   * Continues after `SignInService` started the session.
   * @param sessionId `session_id` of the `SignIn`
   * @throws AppError FORBIDDEN (other_organization) for another organization's client; the session is then ended
   */
  abstract signedIn(request: FastifyRequest, reply: FastifyReply, sessionId: string): Promise<void>;

  abstract accountChosen(request: FastifyRequest, reply: FastifyReply): Promise<void>;

  /** Signs the browser out while the session continues. Sends no response: the next sign-in continues this request. */
  abstract forgetAccount(request: FastifyRequest, reply: FastifyReply): Promise<void>;

  abstract consented(request: FastifyRequest, reply: FastifyReply): Promise<void>;

  /** Redirects to the client with `access_denied`. */
  abstract refused(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}
