import type { Adapter, Payload } from 'oidc-provider';

/** A kind of artefact that oidc-provider stores nothing of by itself; what it finds is elsewhere. */
export abstract class NoArtifacts implements Adapter {
  abstract find(id: string): Promise<Payload | undefined>;

  upsert(): Promise<void> {
    throw new Error('this kind of artefact is not stored here');
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
