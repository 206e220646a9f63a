import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** 32 bytes each. */
export interface MasterKeys {
  present: Buffer;
  /** Of earlier times, and while nodes are being changed over also the next one: they only decrypt. */
  previous: readonly Buffer[];
}

/** Asked anew at every use, so that a process follows a change of its key file without a restart. */
export type MasterKeySource = () => MasterKeys;

/** Everything derived from SECRET_KEY: one key per purpose by HKDF-SHA256, so that no key serves two. */
export class Secrets {
  private readonly keys: MasterKeySource;

  constructor(present: Buffer | MasterKeySource, previous: readonly Buffer[] = []) {
    this.keys = typeof present === 'function' ? present : () => ({ present, previous });
  }

  /** 32 bytes, the same for the same purpose on every node. */
  deriveKey(purpose: string): Buffer {
    return derive(this.keys().present, purpose);
  }

  /** The same from the present key and, after it, from each previous one: for checking what was made before a rotation. */
  deriveKeys(purpose: string): [Buffer, ...Buffer[]] {
    const { present, previous } = this.keys();
    return [derive(present, purpose), ...previous.map((key) => derive(key, purpose))];
  }

  /**
   * AES-256-GCM under the present key; the result is key id (4 bytes), IV, tag and ciphertext in one. `purpose` must be
   * given again to decrypt.
   */
  encrypt(plaintext: Buffer, purpose: string): Buffer {
    const { present } = this.keys();
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', derive(present, purpose), iv);
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return Buffer.concat([keyId(present), iv, cipher.getAuthTag(), ciphertext]);
  }

  /** @throws Error when the data was not encrypted under one of the master keys for this purpose, or was changed */
  decrypt(sealed: Buffer, purpose: string): Buffer {
    const named = this.all().find((key) => keyId(key).equals(sealed.subarray(0, KEY_ID_BYTES)));
    const opened = named && open(sealed.subarray(KEY_ID_BYTES), derive(named, purpose));
    if (opened) return opened;
    // What was sealed before master keys had ids has none in front.
    for (const key of this.deriveKeys(purpose)) {
      const plaintext = open(sealed, key);
      if (plaintext) return plaintext;
    }
    throw new Error(`no master key at hand opens this (${purpose}), or it was changed`);
  }

  /** Whether the data is under another key than the present one. */
  needsReseal(sealed: Buffer): boolean {
    return !sealed.subarray(0, KEY_ID_BYTES).equals(this.presentKeyId());
  }

  /** What stands in front of all that is encrypted from now on. Tells nothing of the key. */
  presentKeyId(): Buffer {
    return keyId(this.keys().present);
  }

  private all(): Buffer[] {
    const { present, previous } = this.keys();
    return [present, ...previous];
  }
}

function derive(masterKey: Buffer, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `amks ${purpose}`, bytes));
}

const keyId = (masterKey: Buffer): Buffer => derive(masterKey, 'key id', KEY_ID_BYTES);

/** Null when it is not under this key or was changed. */
function open(sealed: Buffer, key: Buffer): Buffer | null {
  if (sealed.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
