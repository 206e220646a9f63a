import { createHash } from 'node:crypto';
import type { Adapter, Payload } from 'oidc-provider';
import type { Secrets } from '../../../../common/crypto/secrets.js';
import type { GrantService } from '../../grants/grant.service.js';
import { CONSOLE_CLIENT_ID } from '../../clients/console-client.js';
import { narrowed } from '../../scopes.js';
import type { ArtifactRepository, FoundArtifact } from './artifact.repository.js';
import type { OidcLibrary } from '../oidc-library.js';

/** A page that is left while it refreshes loses the response: its token works again for this time, as a session's does. */
const CONSOLE_GRACE_MS = 20_000;

export const ARTIFACT_PURPOSE = 'oauth artifacts';

export interface ArtifactStore {
  artifacts: ArtifactRepository;
  secrets: Secrets;
  grants: GrantService;
  errors: OidcLibrary['errors'];
}

/** Stores oidc-provider's artifacts. Their ids are codes, tokens and cookies, so ids are hashed and payloads encrypted. */
export class ArtifactAdapter implements Adapter {
  constructor(
    private readonly kind: string,
    private readonly store: ArtifactStore,
  ) {}

  async upsert(id: string, payload: Payload, expiresIn: number): Promise<void> {
    const { grantId, uid } = payload;
    const saved = await this.store.artifacts.save(
      {
        kind: this.kind,
        id_hash: hashOf(id),
        sealed_payload: this.store.secrets.encrypt(Buffer.from(JSON.stringify(payload)), ARTIFACT_PURPOSE),
        grant_id: this.isOfGrant() && typeof grantId === 'string' ? grantId : null,
        uid_hash: typeof uid === 'string' ? hashOf(uid) : null,
      },
      expiresIn,
    );
    if (!saved) throw new this.store.errors.InvalidGrant('the grant was withdrawn');
  }

  async find(id: string): Promise<Payload | undefined> {
    return this.open(await this.store.artifacts.find(this.kind, hashOf(id)));
  }

  async findByUid(uid: string): Promise<Payload | undefined> {
    return this.open(await this.store.artifacts.findByUid(this.kind, hashOf(uid)));
  }

  /** Parallel requests can both pass oidc-provider's own check: the second ends the grant (RFC 6749, 4.1.2; RFC 9700, 4.14.2). */
  async consume(id: string): Promise<void> {
    if (await this.store.artifacts.consume(this.kind, hashOf(id))) return;
    const payload = await this.find(id);
    if (payload && payload['consumed'] === undefined) return;
    const reason = this.kind === 'RefreshToken' ? 'refresh_token_reused' : 'code_replayed';
    if (typeof payload?.['grantId'] === 'string') await this.store.grants.end(payload['grantId'], reason);
    throw new this.store.errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    await this.store.artifacts.delete(this.kind, hashOf(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.store.artifacts.deleteOfGrant(this.kind, grantId);
  }

  private isOfGrant(): boolean {
    return this.kind === 'AuthorizationCode' || this.kind === 'RefreshToken';
  }

  private isRepeated({ clientId }: Payload, consumedAt: Date): boolean {
    const isRefresh = this.kind === 'RefreshToken' && clientId === CONSOLE_CLIENT_ID;
    return isRefresh && Date.now() - consumedAt.getTime() < CONSOLE_GRACE_MS;
  }

  /** Limited to the grant's current scopes, which may have been reduced. */
  private open(artifact: FoundArtifact | null): Payload | undefined {
    if (!artifact) return undefined;
    const payload = JSON.parse(
      this.store.secrets.decrypt(artifact.sealed_payload, ARTIFACT_PURPOSE).toString(),
    ) as Payload;
    const { granted_scopes: granted } = artifact;
    if (granted && typeof payload['scope'] === 'string') payload['scope'] = narrowed(payload['scope'], granted);
    if (artifact.consumed_at && !this.isRepeated(payload, artifact.consumed_at))
      payload['consumed'] = Math.floor(artifact.consumed_at.getTime() / 1000);
    return payload;
  }
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
