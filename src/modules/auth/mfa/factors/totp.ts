import { generateSync, verifySync } from 'otplib';

/** SHA-1 and steps of 30 seconds, which every authenticator app supports (RFC 6238 section 4, RFC 4226 section 5). */
const PERIOD_SECONDS = 30;
/** Tolerated clock skew: one step either way (RFC 6238 section 5.2). */
const TOLERANCE_SECONDS = PERIOD_SECONDS;
/** Apps show 6. The test vectors of RFC 6238 have 8. */
type Digits = 6 | 8;

/** `at` in Unix seconds. */
export function totpCode(secret: Uint8Array, at: number, digits: Digits = 6): string {
  return generateSync({ secret, epoch: at, period: PERIOD_SECONDS, digits });
}

/** The time step within the tolerance around `at` (Unix seconds) that the code belongs to, or null. */
export function totpStep(secret: Uint8Array, code: string, at: number, digits: Digits = 6): number | null {
  if (!new RegExp(`^[0-9]{${digits}}$`).test(code)) return null;
  const result = verifySync({
    secret,
    token: code,
    epoch: at,
    period: PERIOD_SECONDS,
    digits,
    epochTolerance: TOLERANCE_SECONDS,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
