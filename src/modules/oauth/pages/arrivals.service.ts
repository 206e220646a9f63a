import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../common/crypto/secrets.js';
import { ARTIFACT_PURPOSE } from '../server/adapters/artifact-adapter.js';
import { ArtifactRepository } from '../server/adapters/artifact.repository.js';

const KIND = 'UpstreamArrival';
/** Seconds between the provider's callback and the interaction. */
const LIFETIME = 60;

/** Users back from an identity provider. Stored in the database instead of the cookie, so that each sign-in starts one session. */
@Injectable()
export class Arrivals {
  constructor(
    private readonly artifacts: ArtifactRepository,
    private readonly secrets: Secrets,
  ) {}

  async keep(userId: string): Promise<string> {
    const arrival = randomBytes(32).toString('base64url');
    const sealed_payload = this.secrets.encrypt(Buffer.from(userId), ARTIFACT_PURPOSE);
    const artifact = { kind: KIND, id_hash: hashOf(arrival), sealed_payload, grant_id: null, uid_hash: null };
    await this.artifacts.save(artifact, LIFETIME);
    return arrival;
  }

  /** The user id; null when expired or used. Only one of several parallel calls gets it. */
  async take(arrival: string): Promise<string | null> {
    const found = await this.artifacts.find(KIND, hashOf(arrival));
    if (!found || !(await this.artifacts.consume(KIND, found.id_hash))) return null;
    return this.secrets.decrypt(found.sealed_payload, ARTIFACT_PURPOSE).toString();
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
