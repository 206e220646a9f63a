import { createPrivateKey, createPublicKey, generateKeyPair, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { calculateJwkThumbprint } from 'jose';
import { Secrets } from '../../../common/crypto/secrets.js';
import { Database } from '../../../common/database/database.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { EvidenceKeyRepository, type EvidenceKeyRow } from './evidence-key.repository.js';

export const EVIDENCE_ALGORITHM = 'RS256';
const PURPOSE = 'evidence keys';
/** Signatures must hold for the years that maintenance records are kept. */
const MODULUS_BITS = 3072;
const KEY_DAYS = 365;
const ERASED_AFTER_SECONDS = 3600;

/** RFC 7517, 4; RFC 7518, 6.3.1. `compromised_at` is there only for a key whose private part others may know. */
export interface EvidenceJwk {
  kty: string;
  kid: string;
  alg: string;
  use: 'sig';
  n: string;
  e: string;
  compromised_at?: string;
}

export interface EvidenceSigner {
  kid: string;
  privateKey: KeyObject;
}

/** Compact JWS (RFC 7515, 7.1). @param typ tells kinds of signed objects apart (RFC 8725, 3.11) */
export function signedJws(typ: string, payload: object, { kid, privateKey }: EvidenceSigner): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${encode({ alg: EVIDENCE_ALGORITHM, kid, typ })}.${encode(payload)}`;
  return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`;
}

/**
 * Keys that sign evidence, apart from those of tokens, whose public keys disappear with the last token. A key signs for a year; then its
 * private part is erased, so that nobody can make evidence of that time later, and its public part stays published.
 */
@Injectable()
export class EvidenceKeys {
  private signer: EvidenceSigner | null = null;

  constructor(
    private readonly repository: EvidenceKeyRepository,
    private readonly secrets: Secrets,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /**
   * Runs `sign` in a transaction during which its key signs: a rotation, also of another node, comes completely before or after. Call it
   * outside of a transaction, which would wait for the generation of the first key.
   */
  async signing<T>(sign: (signer: EvidenceSigner) => Promise<T>): Promise<T> {
    for (;;) {
      const signer = await this.current();
      const done = await this.db.transaction(async () =>
        (await this.repository.hold(signer.kid)) ? { result: await sign(signer) } : null,
      );
      if (done) return done.result;
      this.signer = null;
    }
  }

  /** Outside of a transaction. Another node may have retired the key since; {@link signing} finds out. */
  async current(): Promise<EvidenceSigner> {
    this.signer ??= (await this.load()) ?? (await this.createFirst());
    return this.signer;
  }

  /** All public keys that ever signed. */
  async publicKeys(): Promise<EvidenceJwk[]> {
    return (await this.repository.list()).map(toJwk);
  }

  async publicKey(kid: string): Promise<EvidenceJwk | null> {
    return (await this.publicKeys()).find((key) => key.kid === kid) ?? null;
  }

  /** Replaces the key when it is a year old, and erases retired private keys. */
  async run(): Promise<void> {
    if (await this.repository.isDue(KEY_DAYS)) await this.rotate();
    await this.repository.eraseRetired(ERASED_AFTER_SECONDS);
  }

  /** For a private key that others may know: marks and erases all private keys, and signs with a new one. */
  async replaceCompromised(): Promise<string> {
    const key = await this.make();
    await this.db.transaction(async () => {
      await this.repository.lock();
      for (const id of await this.repository.compromiseAll()) await this.record('removed', id, 'compromised');
      await this.repository.insert(key);
      await this.record('created', key.id, 'compromised');
    });
    this.signer = null;
    return key.id;
  }

  private async rotate(): Promise<void> {
    const key = await this.make();
    await this.db.transaction(async () => {
      await this.repository.lock();
      if (!(await this.repository.isDue(KEY_DAYS))) return;
      for (const id of await this.repository.retireAll()) await this.record('removed', id, 'rotation');
      await this.repository.insert(key);
      await this.record('created', key.id, 'rotation');
    });
    this.signer = null;
  }

  private async createFirst(): Promise<EvidenceSigner> {
    await this.rotate();
    const made = await this.load();
    if (!made) throw new Error('no evidence key could be created');
    return made;
  }

  private async load(): Promise<EvidenceSigner | null> {
    const row = (await this.repository.list()).find(({ retired_at }) => retired_at === null);
    if (!row?.sealed_private_key) return null;
    const pem = this.secrets.decrypt(row.sealed_private_key, PURPOSE).toString('utf8');
    return { kid: row.id, privateKey: createPrivateKey(pem) };
  }

  private async make(): Promise<Pick<EvidenceKeyRow, 'id' | 'public_key' | 'sealed_private_key'>> {
    const pair = await promisify(generateKeyPair)('rsa', {
      modulusLength: MODULUS_BITS,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const jwk = createPublicKey(pair.publicKey).export({ format: 'jwk' });
    return {
      id: await calculateJwkThumbprint(jwk),
      public_key: pair.publicKey,
      sealed_private_key: this.secrets.encrypt(Buffer.from(pair.privateKey), PURPOSE),
    };
  }

  private record(change: 'created' | 'removed', id: string, reason: string): Promise<void> {
    const target = { type: 'evidence_key', id };
    return this.audit.record({ action: `evidence_key.${change}`, target, reason, organization_id: null });
  }
}

function toJwk({ id, public_key, compromised_at }: EvidenceKeyRow): EvidenceJwk {
  const { kty = '', n = '', e = '' } = createPublicKey(public_key).export({ format: 'jwk' });
  const key: EvidenceJwk = { kty, kid: id, alg: EVIDENCE_ALGORITHM, use: 'sig', n, e };
  return compromised_at === null ? key : { ...key, compromised_at: compromised_at.toISOString() };
}
