import path from 'node:path';
import { parseStorageUrl, type S3Location } from '../../../../integrations/storage/storage-url.js';

/** A place whose files an organization may import. */
export type ImportRoot = { organization_id: string } & ({ folder: string } | { bucket: S3Location });

/** What a request named, below a root. */
export type AllowedSource = { root: string; folder: string } | { bucket: S3Location };

/**
 * Parses `org_…=/mnt/manuals` or `org_…=s3://bucket/prefix?region=…`.
 * @throws Error for a relative folder, or a URL that {@link parseStorageUrl} refuses
 */
export function parseImportRoot(text: string): ImportRoot {
  const [, organization_id, place] = /^(org_[a-z0-9]+)=(.+)$/.exec(text) ?? [];
  if (organization_id === undefined || place === undefined)
    throw new Error('must look like org_…=/mnt/manuals,org_…=s3://bucket/prefix');
  if (place.startsWith('s3:')) return { organization_id, bucket: parseStorageUrl(place) };
  if (!path.isAbsolute(place)) throw new Error('must have absolute folders or s3:// URLs');
  return { organization_id, folder: path.resolve(place) };
}

/** The place that `source` names, a folder or `s3://bucket/prefix`, if it is in a root of the organization. */
export function findAllowed(
  roots: readonly ImportRoot[],
  organizationId: string,
  source: string,
): AllowedSource | null {
  const own = roots.filter((root) => root.organization_id === organizationId);
  const [, bucket, key = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(source) ?? [];
  if (bucket !== undefined) {
    const prefix = key === '' || key.endsWith('/') ? key : `${key}/`;
    const root = own.find(
      (one) => 'bucket' in one && one.bucket.bucket === bucket && prefix.startsWith(one.bucket.prefix),
    );
    return root && 'bucket' in root ? { bucket: { ...root.bucket, prefix } } : null;
  }
  if (!path.isAbsolute(source)) return null;
  const folder = path.resolve(source);
  const isIn = (root: string): boolean => !path.relative(root, folder).startsWith('..');
  const root = own.find((one) => 'folder' in one && isIn(one.folder));
  return root && 'folder' in root ? { root: root.folder, folder } : null;
}
