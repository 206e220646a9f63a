import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@amks/reader/processes/installation.js';

const folder = path.join(projectRoot(), 'dist/bin');

/** In a process without the flags of the test runner. Prints what V8 refused. */
const CHECK = `
  const fs = require('node:fs');
  const vm = require('node:vm');
  for (const file of process.argv.slice(1)) {
    const script = new vm.Script(fs.readFileSync(file, 'latin1'), {
      cachedData: fs.readFileSync(file + '.bytecode'),
    });
    if (script.cachedDataRejected) console.log(file);
  }`;

describe('the compiled bundles of the service', () => {
  const bundles = readdirSync(folder).filter((name) => name.endsWith('.cjs'));

  it('have bytecode that V8 accepts', async () => {
    expect(bundles).toContain('service.cjs');
    const files = bundles.map((name) => path.join(folder, name));
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', CHECK, '--', ...files]);
    expect(stdout).toBe('');
  });
});
