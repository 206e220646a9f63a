import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../common/crypto/secrets.js';
import { ARTIFACT_PURPOSE } from '../server/artifact-adapter.js';
import { ArtifactRepository } from '../server/artifact.repository.js';

const KIND = 'UpstreamArrival';
/** From the provider's answer to the interaction is one redirect. Seconds. */
const LIFETIME = 60;

/**
 * Who came back from an identity provider and is on the way to the interaction that waits for them. What the browser holds for
 * it is good for one session, not for as many as it asks for: so it is used up here, and not in the browser's cookie.
 */
@Injectable()
export class Arrivals {
  constructor(
    private readonly artifacts: ArtifactRepository,
    private readonly secrets: Secrets,
  ) {}

  /** Answers what the browser is to show, random text. */
  async keep(userId: string): Promise<string> {
    const arrival = randomBytes(32).toString('base64url');
    const sealed_payload = this.secrets.encrypt(Buffer.from(userId), ARTIFACT_PURPOSE);
    const artifact = { kind: KIND, id_hash: hashOf(arrival), sealed_payload, grant_id: null, uid_hash: null };
    await this.artifacts.save(artifact, LIFETIME);
    return arrival;
  }

  /** The id of the user; null when it took too long or was used before. Of any number of parallel calls one gets it. */
  async take(arrival: string): Promise<string | null> {
    const found = await this.artifacts.find(KIND, hashOf(arrival));
    if (!found || !(await this.artifacts.consume(KIND, found.id_hash))) return null;
    return this.secrets.decrypt(found.sealed_payload, ARTIFACT_PURPOSE).toString();
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
