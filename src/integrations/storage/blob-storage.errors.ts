/** The source holds more bytes than the caller allows. */
export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError';

  constructor(readonly maxBytes: number) {
    super(`the content is larger than ${maxBytes} bytes`);
  }
}

/** No blob is stored under this hash. */
export class BlobNotFoundError extends Error {
  override readonly name = 'BlobNotFoundError';

  constructor(readonly sha256: string) {
    super(`there is no blob ${sha256}`);
  }
}
