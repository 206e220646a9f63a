/** Before the tests of several nodes: what they need beyond the others' is there, or it is said what is missing. */
import { spawnSync } from 'node:child_process';
import globalSetup from './global-setup.mjs';

const PROGRAMS = { 'redis-server': ['--version'], nginx: ['-v'] };

export default async function clusterSetup() {
  const missing = Object.entries(PROGRAMS).filter(([name, args]) => spawnSync(name, args).status !== 0);
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(' and ');
    throw new Error(`The tests of several nodes need ${names}: apt-get install redis-server nginx-light`);
  }
  await globalSetup();
}
