import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { generateURI, ScureBase32Plugin } from 'otplib';
import { renderSVG } from 'uqr';
import { Secrets } from '../../../../common/crypto/secrets.js';
import type { User } from '../../../users/user.service.js';
import type { MfaMethod } from '../methods/mfa-method.entity.js';
import { MfaMethodRepository } from '../methods/mfa-method.repository.js';
import { refusePhone } from './refuse-phone.js';
import {
  verdictOf,
  type Answer,
  type Enrolment,
  type Prepared,
  type Question,
  type SecondFactor,
  type Verdict,
} from './second-factor.js';
import { totpStep } from './totp.js';

const ISSUER = 'Aviation Maintenance Knowledge Service';
const PURPOSE = 'totp secrets';
const SECRET_BYTES = 20;
/** Reported lifetime in seconds; the app always has a current code. */
const LIFETIME = 300;

@Injectable()
export class TotpFactor implements SecondFactor {
  readonly type = 'totp';
  readonly label = 'Authenticator app';
  readonly amr = 'otp';
  private readonly base32 = new ScureBase32Plugin();

  constructor(
    private readonly methods: MfaMethodRepository,
    private readonly secrets: Secrets,
  ) {}

  prepare(user: User, enrolment: Enrolment): Prepared {
    refusePhone(enrolment);
    const bytes = randomBytes(SECRET_BYTES);
    const secret = this.base32.encode(bytes, { padding: false });
    const otpauth_uri = generateURI({ issuer: ISSUER, label: user.email, secret });
    return {
      columns: { hint: null, sealed_secret: this.secrets.encrypt(bytes, PURPOSE) },
      // Black on white with the quiet zone of ISO/IEC 18004, in units; the page sets the size.
      shown: { secret, otpauth_uri, qr_svg: renderSVG(otpauth_uri, { ecc: 'M', border: 4, pixelSize: 1 }) },
    };
  }

  ask(): Promise<Question> {
    return Promise.resolve({ code_hash: null, webauthn_challenge: null, lifetime: LIFETIME });
  }

  /** Accepts each time step once and none before the last, so an observed code cannot be replayed (RFC 6238 section 5.2). */
  async verify(method: MfaMethod, answer: Answer): Promise<Verdict> {
    if (answer.code === undefined || method.sealed_secret === null) return 'refused';
    const secret = this.secrets.decrypt(method.sealed_secret, PURPOSE);
    const step = totpStep(secret, answer.code, Math.floor(Date.now() / 1000));
    return verdictOf(step !== null && (await this.methods.takeStep(method.id, step)));
  }
}
