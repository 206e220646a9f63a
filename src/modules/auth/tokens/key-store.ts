import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../common/crypto/secrets.js';
import { Database } from '../../../common/database/database.js';
import { newId } from '../../../common/ids/type-id.js';
import { SigningKeyRepository, type SigningKeyRow } from './signing-key.repository.js';

/** RS256: the one algorithm every consumer of RFC 9068 tokens must know, and the cheapest to verify, which every request does. */
export const SIGNING_ALGORITHM = 'RS256';
const PURPOSE = 'signing keys';
/** A token may name a key that another node made a moment ago; look for it, but not on every forged key id. */
const RELOAD_INTERVAL_MS = 1_000;
/** A key that was removed or retired stops counting after this long, on every node. */
const KEEP_MS = 60_000;

interface LoadedKey {
  publicKey: KeyObject;
  privateKey: KeyObject;
  /** When it stops signing; Infinity while it has no successor. */
  retiredAt: number;
}

/** A public key as consumers of our tokens read it (RFC 7517, 4; RFC 7518, 6.3.1). */
export interface PublicJwk {
  kty: string;
  kid: string;
  alg: string;
  use: 'sig';
  /** Modulus and exponent, base64url. */
  n: string;
  e: string;
}

/** The keys that sign tokens: kept in the database, private halves sealed under SECRET_KEY, the same on all nodes. */
@Injectable()
export class KeyStore {
  private keys = new Map<string, LoadedKey>();
  private loadedAt = 0;
  private loading: Promise<void> | null = null;

  constructor(
    private readonly repository: SigningKeyRepository,
    private readonly secrets: Secrets,
    private readonly db: Database,
  ) {}

  /** The key that signs now, made if there is none: of those announced the oldest, until its time is over. */
  async signingKey(): Promise<{ kid: string; privateKey: KeyObject }> {
    if (!this.signing() || this.isOlderThan(KEEP_MS)) await this.load();
    if (!this.signing()) await this.createFirst();
    const found = this.signing();
    if (!found) throw new Error('no signing key could be made');
    return { kid: found[0], privateKey: found[1].privateKey };
  }

  /** All keys of tokens in use, first the one that signs now. */
  async allKeys(): Promise<{ kid: string; privateKey: KeyObject }[]> {
    const signing = await this.signingKey();
    const others = [...this.keys].filter(([kid]) => kid !== signing.kid);
    return [signing, ...others.map(([kid, { privateKey }]) => ({ kid, privateKey }))];
  }

  /** Null when no key of ours has the id, or has it no longer. */
  async verificationKey(kid: string): Promise<KeyObject | null> {
    if (this.isOlderThan(this.keys.has(kid) ? KEEP_MS : RELOAD_INTERVAL_MS)) await this.load();
    return this.keys.get(kid)?.publicKey ?? null;
  }

  /** All keys that tokens in use may be signed with, or soon will be; newest first. */
  async publicKeys(): Promise<PublicJwk[]> {
    await this.signingKey();
    return [...this.keys].map(([kid, { publicKey }]) => {
      const { kty = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
      return { kty, kid, alg: SIGNING_ALGORITHM, use: 'sig', n, e };
    });
  }

  /** A new key, not kept yet. RFC 7518, 3.3 wants 2048 bits at least; more would make every sign-in slower. */
  async make(): Promise<SigningKeyRow> {
    const pair = await promisify(generateKeyPair)('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    return {
      id: newId('signing_key'),
      algorithm: SIGNING_ALGORITHM,
      public_key: pair.publicKey,
      sealed_private_key: this.secrets.encrypt(Buffer.from(pair.privateKey), PURPOSE),
      retired_at: null,
    };
  }

  private signing(): [string, LoadedKey] | undefined {
    const now = Date.now();
    return [...this.keys].findLast(([, key]) => key.retiredAt > now);
  }

  private isOlderThan(milliseconds: number): boolean {
    return Date.now() - this.loadedAt > milliseconds;
  }

  /** One look at the database, however many requests wait for it. */
  private load(): Promise<void> {
    this.loading ??= this.loadNow().finally(() => (this.loading = null));
    return this.loading;
  }

  private async loadNow(): Promise<void> {
    const rows = await this.repository.list();
    this.keys = new Map(rows.map((row) => [row.id, this.open(row)]));
    this.loadedAt = Date.now();
  }

  private open(row: SigningKeyRow): LoadedKey {
    const pem = this.secrets.decrypt(row.sealed_private_key, PURPOSE).toString('utf8');
    return {
      publicKey: createPublicKey(row.public_key),
      privateKey: createPrivateKey(pem),
      retiredAt: row.retired_at?.getTime() ?? Infinity,
    };
  }

  private async createFirst(): Promise<void> {
    const key = await this.make();
    await this.db.transaction(async () => {
      await this.repository.lock();
      if ((await this.repository.list()).some(({ retired_at }) => retired_at === null)) return;
      await this.repository.insert(key);
    });
    await this.loadNow();
  }
}
