import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../common/crypto/secrets.js';
import { Database } from '../../../common/database/database.js';
import { newId } from '../../../common/ids/type-id.js';
import { SigningKeyRepository, type SigningKeyRow } from './signing-key.repository.js';

/** RS256: required of consumers by RFC 9068, and the cheapest to verify. */
export const SIGNING_ALGORITHM = 'RS256';
const PURPOSE = 'signing keys';
/** A token can name a key that another node just created. The interval limits reloads by forged key ids. */
const RELOAD_INTERVAL_MS = 1_000;
/** Deleted and retired keys stop counting on every node within this time. */
const KEEP_MS = 60_000;

interface LoadedKey {
  publicKey: KeyObject;
  privateKey: KeyObject;
  /** Infinity without a successor. */
  retiredAt: number;
}

/** RFC 7517, 4; RFC 7518, 6.3.1. */
export interface PublicJwk {
  kty: string;
  kid: string;
  alg: string;
  use: 'sig';
  /** Modulus and exponent, base64url. */
  n: string;
  e: string;
}

/** Signing keys, shared by all nodes in the database; private keys are encrypted with SECRET_KEY. */
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

  /** The oldest key that has not retired; created if missing. */
  async signingKey(): Promise<{ kid: string; privateKey: KeyObject }> {
    if (!this.signing() || this.isOlderThan(KEEP_MS)) await this.load();
    if (!this.signing()) await this.createFirst();
    const found = this.signing();
    if (!found) throw new Error('no signing key could be created');
    return { kid: found[0], privateKey: found[1].privateKey };
  }

  /** Keys of tokens in use, the signing key first. */
  async allKeys(): Promise<{ kid: string; privateKey: KeyObject }[]> {
    const signing = await this.signingKey();
    const others = [...this.keys].filter(([kid]) => kid !== signing.kid);
    return [signing, ...others.map(([kid, { privateKey }]) => ({ kid, privateKey }))];
  }

  /** Null for unknown and deleted keys. */
  async verificationKey(kid: string): Promise<KeyObject | null> {
    if (this.isOlderThan(this.keys.has(kid) ? KEEP_MS : RELOAD_INTERVAL_MS)) await this.load();
    return this.keys.get(kid)?.publicKey ?? null;
  }

  async publicKeys(): Promise<PublicJwk[]> {
    await this.signingKey();
    return [...this.keys].map(([kid, { publicKey }]) => {
      const { kty = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
      return { kty, kid, alg: SIGNING_ALGORITHM, use: 'sig', n, e };
    });
  }

  /** Not stored. 2048 bits is the minimum of RFC 7518, 3.3; more would slow down sign-ins. */
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
