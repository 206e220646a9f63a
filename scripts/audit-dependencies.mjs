/**
 * What package-lock.json brings in: every package from the registry and with its hash, no install script that is not known and
 * switched off, licences that fit Apache-2.0.
 *
 *   node scripts/audit-dependencies.mjs [FOLDER]     the rules above; FOLDER has package.json and package-lock.json
 *   node scripts/audit-dependencies.mjs --advisories what the registry knows of holes, in what is shipped, from "high" on
 *
 * A registry that does not answer is a warning, since nothing is known then; a hole that is found is a failure.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const REGISTRY = 'https://registry.npmjs.org/';
const LICENCES = new Set([
  '0BSD',
  'Apache 2.0',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
]);
/** What has another licence, or says none in its package.json, and why it may stay. */
const EXCEPTIONS = {
  'passport-strategy': 'MIT, by its LICENSE file',
  pause: 'MIT, by its README',
};
/** libvips and what is built with it: LGPL, loaded as a shared library of its own. */
const SHARED_LIBRARIES = /^@img\/sharp-/;

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

function licenceFits(expression) {
  const alternatives = expression.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((all) => all.split(' AND ').every((licence) => LICENCES.has(licence)));
}

function* problemsOf(name, entry, allowScripts) {
  // Of platforms that the lock file was not made on: the registry of its maker had no such file.
  const isForeign = entry.optional === true && entry.os !== undefined && entry.integrity === undefined;
  if (entry.resolved !== undefined && !entry.resolved.startsWith(REGISTRY)) yield `comes from ${entry.resolved}`;
  if (!isForeign && !/^sha512-/.test(entry.integrity ?? '')) yield 'has no sha512 hash';
  if (entry.hasInstallScript && allowScripts[name] !== false) yield 'has an install script that is not switched off';
  if (entry.dev || isForeign || name in EXCEPTIONS || SHARED_LIBRARIES.test(name)) return;
  if (!licenceFits(entry.license ?? 'none')) yield `has the licence ${entry.license ?? 'none'}`;
}

function checkLock(folder) {
  const read = (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const { allowScripts = {} } = read('package.json');
  const found = Object.entries(read('package-lock.json').packages)
    .filter(([place]) => place !== '')
    .flatMap(([place, entry]) => {
      const name = entry.name ?? nameOf(place);
      return [...problemsOf(name, entry, allowScripts)].map((problem) => `${name}@${entry.version} ${problem}`);
    });
  for (const problem of found) console.error(problem);
  return found.length === 0;
}

function checkAdvisories() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' });
  const report = parse(stdout);
  const counts = report?.metadata?.vulnerabilities;
  if (!counts) {
    console.warn(`WARNING: advisories were not looked up: ${report?.message ?? 'npm audit gave no report'}`);
    return true;
  }
  const serious = Object.values(report.vulnerabilities).filter(({ severity }) => /^(high|critical)$/.test(severity));
  for (const { name, severity, range } of serious) console.error(`${name} ${range}: ${severity}`);
  console.log(`advisories of what is shipped: ${counts.total}, of them high or critical: ${serious.length}`);
  return serious.length === 0;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const [argument = root] = process.argv.slice(2);
process.exitCode = (argument === '--advisories' ? checkAdvisories() : checkLock(argument)) ? 0 : 1;
