import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../scopes.js';

/** What an authorization request waits for: that somebody signs in, or that the signed-in user consents. */
export interface Interaction {
  uid: string;
  client: { name: string; organizationId: string; firstParty: boolean };
  /** What is asked for and can be given: the client's scopes that the user's role has; before sign-in, all the client's that are asked for. */
  scopes: string[];
  /**
   * What is to be asked: to sign in; with which account, the present one or another; nothing, because the account cannot use the
   * client; to set up the second factor that the organization demands; to consent. All but `login` are for the signed-in user.
   */
  prompt: 'login' | 'select_account' | 'refusal' | 'enrolment' | 'consent';
  /** Why the signed-in user cannot use the client. */
  refusal: Refusal | null;
  /** Who is signed in in this browser; null while nobody is, or nobody who may use this client. */
  signedInUser: { id: string; sessionId: string; name: string; email: string } | null;
  /** E-mail address that the client expects to be typed in (`login_hint`), unchecked text of at most 320 characters. */
  loginHint: string | null;
}

/**
 * What the pages do with an authorization request. Each finishing method answers the browser itself with a redirect (303); the
 * caller returns nothing more. All throw AppError GONE (interaction_expired) when the request is over or belongs to another
 * browser.
 */
export abstract class InteractionsService {
  /** @param request its route has the parameter `uid` */
  abstract details(request: FastifyRequest, reply: FastifyReply): Promise<Interaction>;

  /**
   * The user signed in: `SignInService` started this session. Who it is and how they proved it is read from the session.
   *
   * @param sessionId `session_id` of the `SignIn`
   * @throws AppError FORBIDDEN (other_organization) when the client is another organization's; the session is ended then
   */
  abstract signedIn(request: FastifyRequest, reply: FastifyReply, sessionId: string): Promise<void>;

  /** The signed-in user goes on with the present account. */
  abstract accountChosen(request: FastifyRequest, reply: FastifyReply): Promise<void>;

  /**
   * The browser is signed in no more, for this request and for others; the session goes on, as on a device that was left. Answers
   * nothing: whoever signs in next goes on with this request.
   */
  abstract forgetAccount(request: FastifyRequest, reply: FastifyReply): Promise<void>;

  /** The signed-in user gives the client what {@link details} lists. */
  abstract consented(request: FastifyRequest, reply: FastifyReply): Promise<void>;

  /** The user would not sign in or consent: back to the client with `access_denied`. */
  abstract refused(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}
