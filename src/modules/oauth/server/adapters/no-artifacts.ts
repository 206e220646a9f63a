import type { Adapter, Payload } from 'oidc-provider';

/** Base for kinds that oidc-provider does not store itself. */
export abstract class NoArtifacts implements Adapter {
  abstract find(id: string): Promise<Payload | undefined>;

  upsert(): Promise<void> {
    throw new Error('artifacts of this kind are not stored here');
  }

  findByUid(): Promise<Payload | undefined> {
    return Promise.resolve(undefined);
  }

  consume(): Promise<void> {
    return Promise.resolve();
  }

  destroy(_id: string): Promise<void> {
    return Promise.resolve();
  }

  revokeByGrantId(): Promise<void> {
    return Promise.resolve();
  }
}
