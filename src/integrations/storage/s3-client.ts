import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Credentials, S3Location } from './storage-url.js';

const CONNECT_TIMEOUT_MS = 3_000;
/** Timeouts of silent connections, not of transfers. */
const IDLE_TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;

/** Errors are thrown to the caller; the client would print them. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {}

/** The official client, with timeouts, and without features that only Amazon has. */
export function createS3Client(location: S3Location, credentials: S3Credentials | null): S3Client {
  const { region, endpoint, pathStyle } = location;
  const config: S3ClientConfig = {
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    logger: SILENT,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    // Trailing checksums are newer than many stores; contents are sent with their SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  if (region !== null) config.region = region;
  if (endpoint !== null) config.endpoint = endpoint;
  if (credentials !== null) config.credentials = credentials;
  const client = new S3Client(config);
  signWithContentHash(client);
  return client;
}

/** Signs contents by their SHA-256 if known, so that stores without x-amz-checksum-sha256 detect changes, too. */
function signWithContentHash(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const { ChecksumSHA256: checksum } = args.input as { ChecksumSHA256?: string };
      const request = args.request as { method: string; headers?: Record<string, string> };
      if (checksum !== undefined && request.method === 'PUT' && request.headers)
        request.headers['x-amz-content-sha256'] = Buffer.from(checksum, 'base64').toString('hex');
      return next(args);
    },
    { step: 'build', name: 'signWithContentHash' },
  );
}
