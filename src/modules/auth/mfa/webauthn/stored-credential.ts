import type { MfaMethod } from '../methods/mfa-method.entity.js';

/** The credential record of WebAuthn §4, reduced to what a second factor needs. */
export interface StoredCredential {
  /** base64url, at most 1023 bytes; unique across all accounts (§7.1). */
  credential_id: string;
  /** COSE_Key (RFC 9052), as the authenticator encoded it. */
  public_key: Uint8Array;
  /** Signature counter after the last use, an unsigned 32-bit number; always 0 for keys without a counter. */
  sign_count: number;
  /** How the browser reaches the key: usb, nfc, ble, hybrid, internal. Only a hint. */
  transports: string[];
  /** Model of the authenticator, a UUID; all zeros if unknown. */
  aaguid: string;
  /** Whether the key can be copied; fixed at creation (§6.1.3). */
  backup_eligible: boolean;
  /** A synced passkey, which is not bound to one device. */
  backed_up: boolean;
}

export interface OwnedCredential extends StoredCredential {
  user_id: string;
}

/** The method's credential; empty for other kinds. */
export function credentialOf(method: MfaMethod): StoredCredential[] {
  const { credential_id, public_key, sign_count, transports, aaguid, backup_eligible, backed_up } = method;
  if (credential_id === null || public_key === null) return [];
  return [
    {
      credential_id,
      public_key,
      sign_count: Number(sign_count),
      transports: transports ?? [],
      aaguid: aaguid ?? '',
      backup_eligible: backup_eligible === true,
      backed_up: backed_up === true,
    },
  ];
}
