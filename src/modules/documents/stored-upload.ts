/**
 * A file that was received and stored: what a multipart part `file` has become when validation sees it. A class, checked
 * by instance, so that nothing a client sends can pass for one: whoever names a hash reads the file behind it.
 */
export class StoredUpload {
  /** For the compiler: an object that only looks the same is none. */
  declare protected readonly received: true;

  /**
   * @param size bytes
   * @param media_type by content, not by name
   */
  constructor(
    readonly sha256: string,
    readonly size: number,
    readonly media_type: string,
    readonly file_name: string,
  ) {}
}
