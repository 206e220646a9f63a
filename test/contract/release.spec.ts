import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { lastRelease } from '../support/schema/releases.js';

const read = (name: string): string => readFileSync(path.join(projectRoot(), name), 'utf8');
const versionIn = (name: string): string => (JSON.parse(read(name)) as { version: string }).version;
/** Versions with notes and a date, newest first. */
const noted = [...read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/gm)].map(([, v]) => v);

describe('a release', () => {
  it('has one version wherever it is written, and notes', () => {
    const { version } = lastRelease();
    expect([versionIn('package.json'), versionIn('sdk/package.json'), noted[0]]).toEqual([version, version, version]);
  });

  it('is what the installation guide installs', () => {
    const guide = read('docs/operations/deployment.md');
    const named = [...guide.matchAll(/chore\(release\): (\d+\.\d+\.\d+)/g)].map(([, version]) => version);
    expect(named).toEqual([noted[0]]);
  });
});
