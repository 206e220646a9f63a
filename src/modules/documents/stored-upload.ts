/** A file that was received and stored: what a multipart part `file` has become when validation sees it. */
export interface StoredUpload {
  sha256: string;
  /** Bytes. */
  size: number;
  /** By content, not by name. */
  media_type: string;
  file_name: string;
}
