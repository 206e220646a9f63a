import type { MfaMethod } from '../methods/mfa-method.entity.js';

/** A security key as kept after its registration: the credential record of WebAuthn §4, as far as a second factor needs it. */
export interface StoredCredential {
  /** base64url, at most 1023 bytes; unique over all accounts (§7.1). */
  credential_id: string;
  /** COSE_Key (RFC 9052), the bytes as the authenticator wrote them. */
  public_key: Uint8Array;
  /** Signature counter after the last use, an unsigned 32-bit number; 0 for ever where the key does not count. */
  sign_count: number;
  /** How the browser reaches the key: usb, nfc, ble, hybrid, internal. Only a hint. */
  transports: string[];
  /** Model of the authenticator, a UUID; all zeros where it does not tell. */
  aaguid: string;
  /** Whether it may ever be copied: fixed when the key was made (§6.1.3). */
  backup_eligible: boolean;
  /** Copied to the maker's cloud (a synced passkey), so not bound to one piece of hardware. */
  backed_up: boolean;
}

/** With the account whose key it is. */
export interface OwnedCredential extends StoredCredential {
  user_id: string;
}

/** The key of a method that has one; none of any other. */
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
