/**
 * Compiles src/, migrations/, scripts/, bench/ and eval/ to dist/ with the OpenAPI plugin that nest-cli.json names.
 *
 *   node scripts/build.mjs             always compiles
 *   node scripts/build.mjs --if-stale  compiles only when a source changed since the last build
 *
 * Staleness is decided by content, not by time: a fresh clone has arbitrary file times.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import * as swaggerPlugin from '@nestjs/swagger/plugin';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const outDir = path.join(root, 'dist');
const stampName = '.build-stamp';

/** sha256 over everything that decides what dist/ holds. */
function sourceDigest() {
  const hash = createHash('sha256');
  const add = (file) => hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  for (const file of ['tsconfig.json', 'nest-cli.json', 'package.json', 'scripts/build.mjs'])
    add(path.join(root, file));
  for (const folder of ['src', 'migrations', 'scripts', 'bench', 'eval']) {
    if (!existsSync(path.join(root, folder))) continue;
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((n) => n.endsWith('.ts')).sort()) add(path.join(root, folder, name));
  }
  return hash.digest('hex');
}

/** Compiles everything into `folder`; ends the process with what is wrong when the sources have errors. */
function compile(folder) {
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(root, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
        throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
      },
    },
  );
  const program = ts.createProgram(config.fileNames, { ...config.options, outDir: folder });
  const nestCli = JSON.parse(readFileSync(path.join(root, 'nest-cli.json'), 'utf8'));
  const { options } = nestCli.compilerOptions.plugins[0];
  const emitted = program.emit(undefined, undefined, undefined, false, {
    before: [swaggerPlugin.before(options, program)],
  });
  const diagnostics = [...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics];
  if (diagnostics.length > 0) {
    process.stderr.write(
      ts.formatDiagnosticsWithColorAndContext(diagnostics, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => root,
        getNewLine: () => '\n',
      }),
    );
    process.exit(1);
  }
}

/** dist/ is replaced in one step: a process that starts from it meanwhile finds all of the old build or all of the new. */
function build(digest) {
  const folder = path.join(root, `.dist-${process.pid}`);
  const old = `${folder}-old`;
  process.once('exit', () => [folder, old].forEach((name) => rmSync(name, { recursive: true, force: true })));
  compile(folder);
  writeFileSync(path.join(folder, stampName), digest);
  if (existsSync(outDir)) renameSync(outDir, old);
  renameSync(folder, outDir);
}

const digest = sourceDigest();
const stampFile = path.join(outDir, stampName);
const upToDate = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest;
if (!(process.argv.includes('--if-stale') && upToDate)) {
  const startedAt = Date.now();
  process.stdout.write('Compiling the service: half a minute, only after a change\n');
  build(digest);
  process.stdout.write(`built dist/ in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}
