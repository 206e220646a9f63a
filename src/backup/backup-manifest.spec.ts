import { Secrets } from '../common/crypto/secrets.js';
import { BACKUP_FORMAT, keyCheckOf, parseManifest, serializeManifest, type BackupManifest } from './backup-manifest.js';

describe('the manifest of a backup', () => {
  const [before, now] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const secrets = new Secrets(before);
  const file = { file: 'x.gz', bytes: 1, sha256: 'ab' };
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    service_version: '1.2.3',
    created_at: '2026-11-22T02:00:00.000Z',
    migrations: ['First1'],
    tables: [],
    sequences: {},
    jobs: { ...file, count: 0 },
    blobs: { ...file, count: 0, total_bytes: 0 },
    blobs_lost: [],
    key_check: keyCheckOf(secrets),
  };

  it('is read under the master key that it was sealed under, also when that is the previous one', () => {
    const text = serializeManifest(manifest, secrets);
    expect(parseManifest(text, secrets)).toEqual(manifest);
    expect(parseManifest(text, new Secrets(now, [before]))).toEqual(manifest);
    expect(() => parseManifest(text, new Secrets(now))).toThrow('another master key');
  });

  it('is refused when it was changed after it was sealed', () => {
    const text = serializeManifest(manifest, secrets).replace('First1', 'Other1');
    expect(() => parseManifest(text, secrets)).toThrow('was changed');
  });

  it('is refused when it is of a format to come', () => {
    const text = serializeManifest({ ...manifest, format: BACKUP_FORMAT + 1 }, secrets);
    expect(() => parseManifest(text, secrets)).toThrow(`reads format ${BACKUP_FORMAT}`);
  });
});
