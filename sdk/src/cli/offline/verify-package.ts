import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { UsageError } from '../exit.js';
import { checkSigned, SELF_MADE, type PublicKey } from '../signed-file.js';
import type { PackageSource } from './package-source.js';

const TYPE = 'offline-package+jws';
export const MANIFEST = 'manifest.json';
const MAX_MANIFEST = 16 * 1024 ** 2;
/** What a package can contain. No other name is ever written or read. */
const NAME = /^(?:README\.txt|index\.html|files\/[0-9a-f]{64}(?:\.[a-z0-9]{1,8}){1,2})$/;

interface PackageFile {
  name: string;
  size: number;
  sha256: string;
  /** True for one that only the base has. */
  in_base?: boolean;
}

/** The structure that this version reads. */
const PACKAGE_VERSION = 1;

export interface PackagePayload {
  package_version: number;
  issuer: string;
  package_id: string;
  base_package_id: string | null;
  livemode: boolean;
  title: string | null;
  made_at: string;
  expires_at: string;
  made_by: { id: string; name: string } | null;
  organization: { id: string; name: string };
  documents: { title: string; document_number: string | null; revision: { version: string; content_sha256: string } }[];
  files: PackageFile[];
}

export interface PackageVerification {
  /** Intact, complete, signed by a published key, made for real work and not expired. */
  valid: boolean;
  /** Every file is as it was signed. */
  intact: boolean;
  trusted: boolean;
  expired: boolean;
  /** False if files are only in the base. */
  complete: boolean;
  kid: string | null;
  /** Why it is not valid; null if it is. */
  problem: string | null;
  /** As signed by the key, trusted or not. Null if the signature is wrong. */
  payload: PackagePayload | null;
}

/** Verifies an offline package without the service. @param keys the published key set; null for the key in the package */
export async function verifyPackage(
  source: PackageSource,
  keys: readonly PublicKey[] | null,
  now = Date.now(),
): Promise<PackageVerification> {
  const trusted = keys !== null;
  const { kid, payload, problem } = checkSigned<PackagePayload>(
    await manifestOf(source),
    keys,
    TYPE,
    'the manifest of an offline package',
  );
  const expired = payload !== null && !(now < Date.parse(payload.expires_at));
  const base = { trusted, expired, kid, payload };
  if (payload === null) return { ...base, valid: false, intact: false, complete: false, problem };
  const foreign = structureProblem(payload);
  if (foreign !== null) return { ...base, valid: false, intact: false, complete: false, problem: foreign };
  const missing = payload.files.filter(({ name }) => !source.names.includes(name));
  const complete = missing.length === 0;
  const damage = namesProblem(source, payload, missing) ?? (await contentProblem(source, payload));
  if (damage !== null) return { ...base, valid: false, intact: false, complete, problem: damage };
  const why = !trusted
    ? SELF_MADE
    : payload.livemode !== true
      ? 'it was made in a sandbox'
      : expired
        ? `it expired at ${payload.expires_at}`
        : !complete
          ? `it needs files of its base ${payload.base_package_id ?? ''}`
          : null;
  return { ...base, valid: why === null, intact: true, complete, problem: why };
}

async function manifestOf(source: PackageSource): Promise<unknown> {
  if (!source.names.includes(MANIFEST)) throw new UsageError(`It is not an offline package: it has no ${MANIFEST}`);
  try {
    return JSON.parse((await buffer(source.read(MANIFEST, MAX_MANIFEST))).toString('utf8'));
  } catch (error) {
    throw new UsageError(`${MANIFEST} cannot be read: ${(error as Error).message}`);
  }
}

/** A payload that is signed by the key in the file can be anything. */
function structureProblem({ package_version: version, files, documents, expires_at }: PackagePayload): string | null {
  if (version !== PACKAGE_VERSION) return `its structure has the version ${String(version)}, which needs another amk`;
  const isRead = Array.isArray(files) && Array.isArray(documents) && !Number.isNaN(Date.parse(expires_at));
  const areFiles = isRead && files.every((one) => typeof one?.name === 'string' && typeof one.sha256 === 'string' && typeof one.size === 'number'); // prettier-ignore
  return areFiles ? null : 'its manifest is not that of an offline package';
}

/** Exactly the files of the manifest. Only source files that are marked can be left to the base. */
function namesProblem(
  { names }: PackageSource,
  { files }: PackagePayload,
  missing: readonly PackageFile[],
): string | null {
  const listed = new Set(files.map(({ name }) => name));
  const unsafe = files.find(({ name }) => !NAME.test(name));
  if (unsafe) return `the manifest lists ${JSON.stringify(unsafe.name)}, which no package contains`;
  const unlisted = names.find((name) => name !== MANIFEST && !listed.has(name));
  if (unlisted !== undefined) return `${JSON.stringify(unlisted)} is not in the manifest`;
  if (new Set(names).size !== names.length) return 'it contains a file twice';
  const lost = missing.find(({ name, in_base: isInBase }) => isInBase !== true || !name.startsWith('files/'));
  return lost ? `${lost.name} is missing` : null;
}

async function contentProblem(source: PackageSource, { files }: PackagePayload): Promise<string | null> {
  for (const { name, size, sha256 } of files) {
    if (!source.names.includes(name)) continue;
    const hash = createHash('sha256');
    try {
      for await (const chunk of source.read(name, size)) hash.update(chunk as Buffer);
    } catch (error) {
      return `${name} cannot be read: ${(error as Error).message}`;
    }
    if (hash.digest('hex') !== sha256) return `${name} was changed`;
  }
  return null;
}
