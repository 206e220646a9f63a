import { Inject, Injectable } from '@nestjs/common';
import { Secrets } from '../../../common/crypto/secrets.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { UserService, type User } from '../../users/user.service.js';
import { AccountMailQueue } from '../account-mails/account-mail-queue.service.js';
import { MfaChallengeRepository } from '../mfa/challenges/mfa-challenge.repository.js';
import type { MfaMethod } from '../mfa/methods/mfa-method.entity.js';
import { MfaMethodRepository } from '../mfa/methods/mfa-method.repository.js';
import type { AssertionCredentialRequest } from '../mfa/webauthn/dto/webauthn.request.js';
import { RELYING_PARTY, type RelyingParty } from '../mfa/webauthn/relying-party.js';
import { credentialOf } from '../mfa/webauthn/stored-credential.js';
import { WebauthnVerifier, type VerifiedAssertion } from '../mfa/webauthn/webauthn-verifier.js';
import { LoginThrottle } from '../passwords/login-throttle.js';
import type { ClientInfo, Proof } from '../sessions/session.service.js';
import { SignInService, type SignIn } from '../sign-in/sign-in.service.js';

/** Timeout of the browser's prompt (`timeout` of the options), in seconds. */
const LIFETIME = 300;
const PURPOSE = 'passkey challenges';

export interface PasskeyQuestion {
  challenge_id: string;
  /** Seconds. */
  expires_in: number;
  public_key: object;
}

export interface PasskeyAnswer {
  challenge_id: string;
  credential: AssertionCredentialRequest;
}

interface Question {
  challenge: string;
  /** Unix time in milliseconds. */
  expires_at: number;
}

interface Found {
  method: MfaMethod;
  user: User;
}

/** Sign-in with a discoverable credential (WebAuthn Level 3, 7.2). Challenges are sealed in their ids; accepted ones are stored. */
@Injectable()
export class PasskeyLogin {
  constructor(
    private readonly verifier: WebauthnVerifier,
    private readonly methods: MfaMethodRepository,
    private readonly challenges: MfaChallengeRepository,
    private readonly users: UserService,
    private readonly throttle: LoginThrottle,
    private readonly signIns: SignInService,
    private readonly secrets: Secrets,
    private readonly audit: AuditTrail,
    private readonly mails: AccountMailQueue,
    private readonly db: Database,
    @Inject(RELYING_PARTY) private readonly relyingParty: RelyingParty,
  ) {}

  /** Whether pages of the URL can ask for passkeys. */
  worksAt(address: string): boolean {
    return this.relyingParty.origins.includes(new URL(address).origin);
  }

  /** The same for everyone except for the challenge, so it reveals no accounts. */
  async ask(): Promise<PasskeyQuestion> {
    const options = await this.verifier.requestOptions([]);
    const question: Question = { challenge: options.challenge, expires_at: Date.now() + LIFETIME * 1000 };
    const sealed = this.secrets.encrypt(Buffer.from(JSON.stringify(question)), PURPOSE);
    return { challenge_id: sealed.toString('base64url'), expires_in: LIFETIME, public_key: options };
  }

  /**
   * Failures count only for the client address: a signature cannot be guessed, and knowing a credential id must not allow locking its owner
   * out.
   * @throws AppError UNAUTHORIZED (invalid_credentials) for any reason; RATE_LIMIT_EXCEEDED after too many failures
   */
  async verify({ challenge_id, credential }: PasskeyAnswer, client: ClientInfo): Promise<SignIn> {
    const signIn = await this.throttle.attempt({
      kind: 'passkey',
      account: credential.id,
      ip: client.ip,
      check: () => this.attempt(this.open(challenge_id), credential, client),
    });
    if (!signIn) throw refused();
    return signIn;
  }

  private async attempt(
    question: Question | null,
    credential: AssertionCredentialRequest,
    client: ClientInfo,
  ): Promise<SignIn | null> {
    const found = await this.find(credential);
    const [stored] = found ? credentialOf(found.method) : [];
    if (!found || !stored || !question) return this.refuse(found);
    const { user, method } = found;
    const verified = await this.verifier.verifyAssertion(credential, question.challenge, {
      ...stored,
      user_id: user.id,
    });
    if (verified === null || verified === 'cloned_key_suspected') return this.refuse(found, verified ?? undefined);
    // RFC 8176: a key that can be backed up counts as a software key.
    const proof: Proof = { methods: [stored.backup_eligible ? 'swk' : 'hwk', 'user', 'mfa'], secondFactor: true };
    return this.signIns.start(user, client, proof, () =>
      this.claim(found, question, verified, Number(method.sign_count)),
    );
  }

  /** Locks the user's row, so only one answer to a challenge signs in. */
  private async claim(
    { user, method }: Found,
    { challenge, expires_at }: Question,
    { newCounter, backedUp }: VerifiedAssertion,
    counter: number,
  ): Promise<void> {
    const isUnchanged = await this.users.lockLogin(user);
    const isFirst = isUnchanged && (await this.challenges.spendAnswered(method, challenge, new Date(expires_at)));
    if (!isFirst || !(await this.methods.advanceCounter(method.id, counter, newCounter, backedUp))) throw refused();
    await this.methods.touch(method.id);
  }

  /** A discoverable credential names its account (7.2, step 6); the verifier checks the name. */
  private async find({ id, response }: AssertionCredentialRequest): Promise<Found | null> {
    const method = response.userHandle ? await this.methods.findPasskey(id) : null;
    const user = method && (await this.users.find(method.user_id));
    return method && user?.status === 'active' ? { method, user } : null;
  }

  /** Unknown passkeys are recorded in the audit trail of the installation. */
  private async refuse(found: Found | null, reason = 'passkey_refused'): Promise<null> {
    const user = found?.user;
    await this.db.transaction(async () => {
      await this.audit.record({
        action: 'auth.login',
        result: 'failure',
        reason: user ? reason : 'unknown_account',
        ...(user && { target: { type: 'user', id: user.id } }),
        organization_id: user?.organization_id ?? null,
      });
      if (user && reason === 'cloned_key_suspected') await this.mails.notify(reason, user.id);
    });
    return null;
  }

  private open(challengeId: string): Question | null {
    try {
      const opened = this.secrets.decrypt(Buffer.from(challengeId, 'base64url'), PURPOSE).toString('utf8');
      const question = JSON.parse(opened) as Question;
      return question.expires_at > Date.now() ? question : null;
    } catch {
      return null;
    }
  }
}

const refused = (): AppError => AppError.unauthorized('jwt', 'invalid_credentials');
