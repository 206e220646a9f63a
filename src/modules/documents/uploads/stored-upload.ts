import type { ModuleHead } from '@amks/reader/s1000d/module/module-head.js';

export const FILE_PART = 'file';

/** Replaces the part `file` in the body. Checked with `instanceof`: a forged one could read any file whose hash is known. */
export class StoredUpload {
  /** Makes the type nominal. */
  declare protected readonly received: true;

  /** @param size bytes @param media_type by content, not by name @param module head of an S1000D module */
  constructor(
    readonly sha256: string,
    readonly size: number,
    readonly media_type: string,
    readonly file_name: string,
    readonly module: ModuleHead | null = null,
  ) {}

  /** For the fingerprint of idempotent requests, which nodes of other releases compare. */
  toJSON(): object {
    const { sha256, size, media_type, file_name } = this;
    return { sha256, size, media_type, file_name };
  }
}
