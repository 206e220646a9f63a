import { generateSync, verifySync } from 'otplib';

/** TOTP as authenticator apps all know it: SHA-1, steps of 30 seconds (RFC 6238 section 4, RFC 4226 section 5). */
const PERIOD_SECONDS = 30;
/** How far the clocks of the two may be apart: one step either way (RFC 6238 section 5.2). */
const TOLERANCE_SECONDS = PERIOD_SECONDS;
/** What apps show. RFC 6238's own vectors have 8 digits. */
type Digits = 6 | 8;

/** The code of the moment; `at` in Unix seconds. */
export function totpCode(secret: Uint8Array, at: number, digits: Digits = 6): string {
  return generateSync({ secret, epoch: at, period: PERIOD_SECONDS, digits });
}

/** Number of the time step, within the tolerance around `at` (Unix seconds), whose code this is; null when it is none's. */
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
