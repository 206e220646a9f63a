/**
 * Compiles src/, migrations/, scripts/, bench/ and eval/ to dist/ with the OpenAPI plugin that nest-cli.json names, and bundles
 * the programs of the service into dist/bin/: most of a start was the module loader, which opened thousands of files. Renders
 * the reference of the API into dist/reference/, and builds the web console into dist/web/.
 *
 *   node scripts/build.mjs             always compiles
 *   node scripts/build.mjs --if-stale  compiles only when a source changed since the last build
 *
 * Staleness is decided by content, not by time: a fresh clone has arbitrary file times.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import { CONSOLE_SOURCES } from './console.mjs';
import { OFFLINE_SOURCES } from './offline.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const outDir = path.join(root, 'dist');
const stampName = '.build-stamp';
/** What browsers load: folders of dist/ whose sources change without the code. */
const SERVED = {
  reference: {
    sources: ['scripts/reference', 'scripts/served-files.mjs', 'openapi.json', 'docs/reference', 'docs/migrations'],
    write: async (folder) => (await import('./reference/files.mjs')).writeReference(root, folder),
  },
  offline: {
    sources: OFFLINE_SOURCES,
    write: async (folder) => (await import('./offline.mjs')).writeOffline(root, folder),
  },
  web: {
    sources: CONSOLE_SOURCES,
    write: async (folder) => (await import('./console.mjs')).writeConsole(root, folder),
  },
};

/** Compiled entry points of processes and threads, besides those of scripts/ and migrations/. */
const PROGRAMS = [
  'src/main.js',
  'src/integrations/embeddings/embedding-worker.js',
  'src/integrations/search-index/index-worker.js',
  '../packages/reader/dist/drawing/drawing-child.js',
  '../packages/reader/dist/extraction/extraction-child.js',
  '../packages/reader/dist/inspection/inspection-child.js',
  '../packages/reader/dist/ocr/page-drawer-thread.js',
  'bench/support/bare-floor-server.js',
  'bench/support/floor-server.js',
  'bench/support/parsing-floor-server.js',
  'bench/support/uncounted-service.js',
  'bench/support/upload-floor-server.js',
  'bench/support/webhook-sink.js',
];

/** Packages with native code, or that read files next to their code. */
const EXTERNAL = [
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'onnxruntime-node',
  'pdfjs-dist',
  'sharp',
  'swagger-ui-dist',
  'tesseract.js',
  'usearch',
];

/** What Nest looks for and does without. */
const NOT_INSTALLED = [
  '@fastify/static',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  'class-transformer/storage',
];

/** Folders with the compiled code of the workspaces. */
function packageDists() {
  return readdirSync(path.join(root, 'packages')).map((name) => path.join(root, 'packages', name, 'dist'));
}

/** sha256 over everything that decides what dist/ holds. */
function sourceDigest() {
  // Another V8 refuses the stored bytecode.
  const hash = createHash('sha256').update(process.version);
  const add = (file) => hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  for (const file of ['tsconfig.json', 'nest-cli.json', 'package.json', 'scripts/build.mjs'])
    add(path.join(root, file));
  for (const folder of ['src', 'packages', 'migrations', 'scripts', 'bench', 'eval']) {
    if (!existsSync(path.join(root, folder))) continue;
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((n) => /\.(?:ts|json)$/.test(n) && !n.includes('node_modules')).sort())
      add(path.join(root, folder, name));
  }
  return hash.digest('hex');
}

/** Compiles everything into `folder`; ends the process with what is wrong when the sources have errors. */
async function compile(folder) {
  const { default: ts } = await import('typescript');
  const swaggerPlugin = await import('@nestjs/swagger/plugin');
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
  const diagnostics = ts.getPreEmitDiagnostics(program);
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
  // A workspace has its own dist/, which its package.json exports.
  const emitFile = (name, text) => {
    const [, workspace, file] = /[\\/](packages[\\/][^\\/]+)[\\/]src[\\/](.+)$/.exec(name) ?? [];
    ts.sys.writeFile(workspace ? path.join(root, workspace, path.basename(folder), file) : name, text);
  };
  const nestCli = JSON.parse(readFileSync(path.join(root, 'nest-cli.json'), 'utf8'));
  const { options } = nestCli.compilerOptions.plugins[0];
  program.emit(undefined, emitFile, undefined, false, {
    before: [swaggerPlugin.before(options, program)],
  });
  // From now on until all is in place, the next `--if-stale` compiles again.
  rmSync(path.join(outDir, stampName), { force: true });
  for (const dist of packageDists()) replace(dist, path.join(path.dirname(dist), path.basename(folder)));
}

/** A process that starts from `target` meanwhile finds all of the old build or all of the new. */
function replace(target, made) {
  const old = `${made}-old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(made, target);
  rmSync(old, { recursive: true, force: true });
}

/** Changes to files of packages: what the service does not use costs memory and time at each start. */
const CHANGES = [
  // esbuild bundles what it sees as `require`; this package makes its own, and would load class-validator a second time.
  [/@nestjs\/mapped-types\/dist\/type-helpers\.utils\.js$/, 'const require = createRequire(import.meta.url);', ''],
  // Nest's own log format is not used, and loads the names of months.
  [
    /@nestjs\/common\/services\/console-logger\.service\.js$/,
    'const dateTimeFormatter = new Intl',
    'const dateTimeFormatter = { format: (date) => makeFormatter().format(date) };\nconst makeFormatter = () => new Intl',
  ],
  // Code of `Function` has no loader in a compiled bundle; migrations are imported so.
  [/typeorm\/util\/ImportUtils\.js$/, 'Function("return filePath => import(filePath)")()', '((file) => import(file))'],
  [/typeorm\/driver\/DriverFactory\.js$/, /require\("\.\/(?!postgres\/)[\w-]+\/\w+"\)/g, '{}'],
  [/class-validator\/[\w/]+\/IsPhoneNumber\.js$/, 'require("libphonenumber-js/max")', '{}'],
];

const changesToPackages = {
  name: 'changes-to-packages',
  setup({ onLoad }) {
    for (const [filter, from, to] of CHANGES) {
      onLoad({ filter }, ({ path: file }) => {
        const text = readFileSync(file, 'utf8');
        const contents = text.replace(from, to);
        if (contents === text) throw new Error(`${file} has changed; compare CHANGES in scripts/build.mjs`);
        return { contents };
      });
    }
  },
};

const NOT_ASCII = /[^\0-\x7f]/;
/** After a backslash, an escape would be another text; the build fails on what is left. */
const TO_ESCAPE = /(?<!(?<!\\)(?:\\\\)*\\)[^\0-\x7f]/g;

/** Texts in ASCII take half the memory. esbuild itself does not escape regular expressions. */
const asciiSources = {
  name: 'ascii-sources',
  setup({ onLoad }) {
    const escape = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    onLoad({ filter: /\.[cm]?js$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      return NOT_ASCII.test(text) ? { contents: text.replace(TO_ESCAPE, escape) } : undefined;
    });
  },
};

/** When esbuild splits chunks, `import()` of a CommonJS module has only `default`: this adds the names that Node finds. */
const namesOfCommonJs = {
  name: 'names-of-commonjs',
  setup({ onResolve, onLoad, resolve }) {
    const require = createRequire(import.meta.url);
    const namespace = 'commonjs-names';
    onResolve({ filter: /^/ }, async ({ path: name, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === namespace) return undefined;
      const found = await resolve(name, { kind, importer, resolveDir, pluginData: namespace });
      const isInBundle = found.errors.length === 0 && !found.external;
      return isInBundle && (await isCommonJs(found.path)) ? { path: found.path, namespace } : found;
    });
    onLoad({ filter: /^/, namespace }, ({ path: file }) => {
      const names = Object.keys(require(file)).filter((name) => /^(?!default$)\w+$/.test(name));
      return {
        contents: `const whole = require(${JSON.stringify(file)});
          ${names.map((name, n) => `const named${n} = whole.${name};`).join('\n')}
          export { whole as default, ${names.map((name, n) => `named${n} as ${name}`).join(', ')} };`,
        resolveDir: path.dirname(file),
      };
    });
    const isCommonJs = async (file) => {
      const { default: ts } = await import('typescript');
      const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext);
      return file.includes(`${path.sep}node_modules${path.sep}`) && !ts.isExternalModule(source);
    };
  },
};

/** Bundles the programs compiled in `folder` into its bin/: one flat folder, each program under its own name. */
async function bundle(folder) {
  const { build: bundleWith } = await import('esbuild');
  const compiledIn = (name, extension = '.js') =>
    readdirSync(path.join(folder, name))
      .filter((file) => file.endsWith(extension))
      .map((file) => path.join(name, file));
  const common = {
    absWorkingDir: folder,
    outdir: 'bin',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    // The OpenAPI plugin states properties that decorators then override; xpath declares methods twice.
    logOverride: { 'duplicate-object-key': 'silent', 'duplicate-class-member': 'silent' },
    logLevel: 'warning',
  };
  const bundled = {
    ...common,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    // Entities, providers and errors go by the names of their classes, and OpenAPI's lazy types by the name of their function.
    keepNames: true,
    external: [...EXTERNAL, ...NOT_INSTALLED],
    inject: ['src/common/runtime/source-maps.js'],
    // As from Node 21 on. Without it pg loads fetch() at once, to learn where it runs.
    define: { navigator: '{"userAgent":"Node.js"}' },
    plugins: [changesToPackages, namesOfCommonJs],
  };
  await bundleWith({
    ...bundled,
    entryPoints: [...PROGRAMS, ...compiledIn('scripts'), ...compiledIn('migrations')],
    chunkNames: 'chunk-[hash]',
    // CommonJS packages require Node's modules.
    banner: {
      js: "import{createRequire as bundleRequire}from'node:module';const require=bundleRequire(import.meta.url);",
    },
  });
  await bundleWith({
    ...bundled,
    plugins: [...bundled.plugins, asciiSources],
    entryPoints: { service: 'src/start/bootstrap.js' },
    outdir: 'service',
    chunkNames: 'service-[hash]',
  });
  // As functions, for src/common/runtime/compiled-bundle.ts.
  await bundleWith({
    ...common,
    entryPoints: compiledIn('service'),
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': 'importMetaUrl' },
    plugins: [bundlesOfService],
    banner: {
      js: `(function(require,module,exports,importMetaUrl,$$load){'use strict';const $$name=(value,name)=>Object.defineProperty(value,'name',{value:name,configurable:true});`,
    },
    footer: { js: '})' },
  });
  rmSync(path.join(folder, 'service'), { recursive: true });
  for (const file of compiledIn('bin', '.cjs')) storeBytecode(path.join(folder, file));
}

/** Changes keep every column, which the source maps name. */
const bundlesOfService = {
  name: 'bundles-of-service',
  setup({ onLoad }) {
    const blank = (text) => ' '.repeat(text.length);
    onLoad({ filter: /^/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8')
        // Bytecode keeps no loader: each import() is a call of one.
        .replace(/(?<![.$\w])import(?=\()/g, '$$$$load')
        // Most functions and classes have the name anyway that esbuild gives them.
        .replace(/(?<=[;{}\n])__name\(([\w$]+),"\1"\);/g, blank)
        .replace(/(?<=class ([\w$]+)(?: extends [\w$.]+)?\{)static\{__name\(this,"\1"\)\}/g, blank)
        // A separate function, because each call looks up one of another bundle.
        .replace(/\b__name(?=\()/g, '$$$$name'),
    }));
  },
};

/** Compiles a bundle whole and stores its bytecode next to it. */
function storeBytecode(file) {
  const source = readFileSync(file, 'utf8');
  if (NOT_ASCII.test(source)) throw new Error(`${file} is read as Latin-1 and must be ASCII`);
  // V8 compares the flags of both processes, so they must be the usual ones at the end.
  v8.setFlagsFromString('--no-lazy');
  const script = new vm.Script(source, { filename: `bundle:${path.basename(file)}` });
  v8.setFlagsFromString('--lazy');
  writeFileSync(`${file}.bytecode`, script.createCachedData());
}

/** sha256 over everything that decides what the folder holds. */
function servedDigest(sources) {
  const hash = createHash('sha256');
  for (const name of sources) {
    const place = path.join(root, name);
    const isFolder = existsSync(place) && statSync(place).isDirectory();
    const names = isFolder ? readdirSync(place, { recursive: true, encoding: 'utf8' }).sort() : [''];
    for (const file of names.map((inner) => path.join(place, inner)).filter((file) => existsSync(file)))
      if (statSync(file).isFile())
        hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

async function buildServed(name, folder) {
  await SERVED[name].write(folder);
  writeFileSync(path.join(folder, stampName), servedDigest(SERVED[name].sources));
}

async function build(digest) {
  const folder = path.join(root, `.dist-${process.pid}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await compile(folder);
  await bundle(folder);
  for (const name of Object.keys(SERVED)) await buildServed(name, path.join(folder, name));
  writeFileSync(path.join(folder, stampName), digest);
  replace(outDir, folder);
}

const onlyIfStale = process.argv.includes('--if-stale');
const stampOf = (folder) => {
  const file = path.join(folder, stampName);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

const digest = sourceDigest();
const upToDate = packageDists().every((name) => existsSync(name)) && stampOf(outDir) === digest;
if (!(onlyIfStale && upToDate)) {
  const startedAt = Date.now();
  process.stdout.write('Compiling the service: half a minute, only after a change\n');
  await build(digest);
  process.stdout.write(`built dist/ in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}
for (const [name, { sources }] of Object.entries(SERVED)) {
  const target = path.join(outDir, name);
  if (stampOf(target) === servedDigest(sources)) continue;
  const folder = path.join(root, `.dist-${process.pid}-${name}`);
  await buildServed(name, folder);
  replace(target, folder);
}
