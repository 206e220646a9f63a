import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StopError, UsageError } from '../exit.js';
import type { PublicKey } from '../signed-file.js';
import { openPackage, type PackageSource } from './package-source.js';
import { MANIFEST, verifyPackage, type PackagePayload } from './verify-package.js';

const MAX_BYTES = 4 * 1024 ** 3;

/**
 * Joins a package with its base into a new folder, which exists only if every file in it is as it was signed.
 * @returns the problem of a result that is intact but must not be used @throws UsageError, StopError
 */
export async function applyPackage(
  basePath: string,
  packagePath: string,
  to: string,
  keys: readonly PublicKey[],
): Promise<{ payload: PackagePayload; problem: string | null }> {
  const [base, changes] = [await openPackage(basePath), await openPackage(packagePath)];
  const before = await intact(base, basePath, keys);
  const payload = await intact(changes, packagePath, keys);
  if (payload.base_package_id !== before.package_id)
    throw new UsageError(`${packagePath} is not for ${basePath}: its base is ${payload.base_package_id ?? 'none'}`);
  if (payload.issuer !== before.issuer || payload.organization.id !== before.organization.id)
    throw new UsageError(`${packagePath} is of another service or organization than ${basePath}`);
  const folder = path.resolve(to);
  if (await stat(folder).catch(() => null)) throw new UsageError(`${folder} exists already`);
  const partial = await mkdtemp(`${folder}.`);
  try {
    await mkdir(path.join(partial, 'files'));
    for (const { name } of [...payload.files, { name: MANIFEST }]) await copy(base, changes, name, partial);
    const joined = await verifyPackage(await openPackage(partial), keys);
    if (!joined.intact || !joined.complete)
      throw new StopError(`the result is wrong: ${joined.problem ?? 'incomplete'}`);
    await rename(partial, folder);
    return { payload, problem: joined.problem };
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Expired ones can be joined: the result says so itself. */
async function intact(source: PackageSource, file: string, keys: readonly PublicKey[]): Promise<PackagePayload> {
  const { intact: isIntact, payload, problem } = await verifyPackage(source, keys);
  if (isIntact && payload) return payload;
  throw new StopError(`${file} proves nothing: ${problem ?? ''}`);
}

/** Names are those that {@link verifyPackage} permits. */
async function copy(base: PackageSource, changes: PackageSource, name: string, folder: string): Promise<void> {
  const source = changes.names.includes(name) ? changes : base;
  if (!source.names.includes(name)) throw new StopError(`${name} is in neither of the packages`);
  await pipeline(source.read(name, MAX_BYTES), createWriteStream(path.join(folder, name), { flags: 'wx' }));
}
