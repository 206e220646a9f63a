import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Credentials, S3Location } from './storage-url.js';

const CONNECT_TIMEOUT_MS = 3_000;
/** Silence on a connection; not the time of the whole transfer, which the size of the file decides. */
const IDLE_TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;

/** What fails is thrown, and logged by whoever catches it: the client would write to the console. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {}

/** The official client, with time-outs, and without what only Amazon's own store understands. */
export function createS3Client(location: S3Location, credentials: S3Credentials | null): S3Client {
  const { region, endpoint, pathStyle } = location;
  const config: S3ClientConfig = {
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    logger: SILENT,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    // Checksums by trailer are newer than many stores; every content of ours goes with its SHA-256 instead.
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

/**
 * Signs a content by its real SHA-256 where it is known, rather than as unsigned: a store that knows nothing of
 * x-amz-checksum-sha256 then refuses content that was changed on its way, since the signature names its hash.
 */
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
