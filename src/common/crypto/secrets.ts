import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Everything derived from SECRET_KEY: one key per purpose by HKDF-SHA256, so that no key serves two. */
export class Secrets {
  constructor(private readonly masterKey: Buffer) {}

  /** 32 bytes, the same for the same purpose on every node. */
  deriveKey(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.masterKey, Buffer.alloc(0), `amks ${purpose}`, 32));
  }

  /** AES-256-GCM; the result is IV, tag and ciphertext in one. `purpose` must be given again to decrypt. */
  encrypt(plaintext: Buffer, purpose: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.deriveKey(purpose), iv);
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
  }

  /** @throws Error when the data was not encrypted under this SECRET_KEY for this purpose, or was changed */
  decrypt(sealed: Buffer, purpose: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.deriveKey(purpose), sealed.subarray(0, IV_BYTES));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  }
}
