import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface MasterKeys {
  present: Buffer;
  /** Previous keys and, during a rotation, the next one. For decryption only. */
  previous: readonly Buffer[];
}

/** Read at every use, so that processes follow changes of the key file. */
export type MasterKeySource = () => MasterKeys;

/** All keys derived from SECRET_KEY, one per purpose by HKDF-SHA256. */
export class Secrets {
  private readonly keys: MasterKeySource;

  constructor(present: Buffer | MasterKeySource, previous: readonly Buffer[] = []) {
    this.keys = typeof present === 'function' ? present : () => ({ present, previous });
  }

  /** 32 bytes, the same for the same purpose on every node. */
  deriveKey(purpose: string): Buffer {
    return derive(this.keys().present, purpose);
  }

  /** Keys derived from the current and then from previous master keys, to verify older data. */
  deriveKeys(purpose: string): [Buffer, ...Buffer[]] {
    const { present, previous } = this.keys();
    return [derive(present, purpose), ...previous.map((key) => derive(key, purpose))];
  }

  /** AES-256-GCM under the current key. The result is key id (4 bytes), IV, tag and ciphertext. Decryption needs the same `purpose`. */
  encrypt(plaintext: Buffer, purpose: string): Buffer {
    const { present } = this.keys();
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', derive(present, purpose), iv);
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return Buffer.concat([keyId(present), iv, cipher.getAuthTag(), ciphertext]);
  }

  /** @throws Error when the data was not encrypted for this purpose under one of the master keys, or was modified */
  decrypt(sealed: Buffer, purpose: string): Buffer {
    const named = this.all().find((key) => keyId(key).equals(sealed.subarray(0, KEY_ID_BYTES)));
    const opened = named && open(sealed.subarray(KEY_ID_BYTES), derive(named, purpose));
    if (opened) return opened;
    // Older values have no key id.
    for (const key of this.deriveKeys(purpose)) {
      const plaintext = open(sealed, key);
      if (plaintext) return plaintext;
    }
    throw new Error(`no master key opens this (${purpose}), or it was modified`);
  }

  /** Whether the data is sealed under another key than the current one. */
  needsReseal(sealed: Buffer): boolean {
    return !sealed.subarray(0, KEY_ID_BYTES).equals(this.presentKeyId());
  }

  /** Key id in front of encrypted values. Reveals nothing about the key. */
  presentKeyId(): Buffer {
    return keyId(this.keys().present);
  }

  private all(): Buffer[] {
    const { present, previous } = this.keys();
    return [present, ...previous];
  }
}

/** Derived keys that are kept in memory; some purposes name a single object. */
const MAX_KEPT = 100;

/** Keys derived from each master key, by purpose and length. */
const derived = new WeakMap<Buffer, LRUCache<string, Buffer>>();

function derive(masterKey: Buffer, purpose: string, bytes = 32): Buffer {
  const known = derived.get(masterKey) ?? new LRUCache<string, Buffer>({ max: MAX_KEPT });
  derived.set(masterKey, known);
  const name = `${bytes} ${purpose}`;
  const key = known.get(name) ?? Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `amks ${purpose}`, bytes));
  known.set(name, key);
  return key;
}

const keyId = (masterKey: Buffer): Buffer => derive(masterKey, 'key id', KEY_ID_BYTES);

/** Null for another key or modified data. */
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
