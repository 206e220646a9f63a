/**
 * Checks package-lock.json: every package comes from the registry with its hash, install scripts are known and
 * disabled, licenses are compatible with Apache-2.0.
 *   node scripts/audit-dependencies.mjs [FOLDER]     checks package.json and package-lock.json in FOLDER
 *   node scripts/audit-dependencies.mjs --advisories checks shipped packages for known vulnerabilities from "high"
 * An unreachable registry is a warning; a vulnerability is an error.
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
  'Unlicense',
]);
/** Packages with another license, or none in package.json, and why they are accepted. */
const EXCEPTIONS = {
  'passport-strategy': 'MIT, by its LICENSE file',
  pause: 'MIT, by its README',
  'png-js': 'MIT, by its LICENSE file',
};
/** libvips and packages built with it: LGPL, loaded as a separate shared library. */
const SHARED_LIBRARIES = /^@img\/sharp-/;

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

function licenseFits(expression) {
  const alternatives = expression.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((all) => all.split(' AND ').every((licence) => LICENCES.has(licence)));
}

function* problemsOf(name, entry, allowScripts) {
  // Packages of other platforms: npm recorded no hash for them.
  const isForeign = entry.optional === true && entry.os !== undefined && entry.integrity === undefined;
  if (entry.resolved !== undefined && !entry.resolved.startsWith(REGISTRY)) yield `comes from ${entry.resolved}`;
  if (!isForeign && !/^sha512-/.test(entry.integrity ?? '')) yield 'has no sha512 hash';
  if (entry.hasInstallScript && allowScripts[name] !== false) yield 'has an install script that is not disabled';
  if (entry.dev || isForeign || name in EXCEPTIONS || SHARED_LIBRARIES.test(name)) return;
  if (!licenseFits(entry.license ?? 'none')) yield `has the license ${entry.license ?? 'none'}`;
}

function checkLock(folder) {
  const read = (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const { allowScripts = {} } = read('package.json');
  const found = Object.entries(read('package-lock.json').packages)
    // The project and its workspaces are folders of this repository.
    .filter(([place, entry]) => place.includes('node_modules/') && !entry.link)
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
    console.warn(`WARNING: advisories were not checked: ${report?.message ?? 'npm audit gave no report'}`);
    return true;
  }
  const serious = Object.values(report.vulnerabilities).filter(({ severity }) => /^(high|critical)$/.test(severity));
  for (const { name, severity, range } of serious) console.error(`${name} ${range}: ${severity}`);
  console.log(`advisories of shipped packages: ${counts.total}, of them high or critical: ${serious.length}`);
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
