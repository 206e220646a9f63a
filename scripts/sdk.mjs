/**
 * What sdk/src/ has of openapi.json: its types, and the POSTs that take an `Idempotency-Key`.
 *
 *   node scripts/sdk.mjs --write   writes both
 *   node scripts/sdk.mjs --check   fails when one of them differs, or the versions of the package
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const read = (name) => readFileSync(path.join(root, name), 'utf8');
const HEADER = '/** Written by `npm run sdk:sync` from openapi.json. */\n';

const document = JSON.parse(read('openapi.json'));
const operations = Object.entries(document.paths).flatMap(([route, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ route, method, operation })),
);

/** Errors are all of one shape and thrown; what speaks OAuth's own forms is for an OAuth client. */
function dropWhatIsNotCalled() {
  for (const { route, method, operation } of operations) {
    for (const status of Object.keys(operation.responses)) if (status >= '400') delete operation.responses[status];
    const bodies = Object.keys(operation.requestBody?.content ?? {});
    if (bodies.includes('application/x-www-form-urlencoded')) delete document.paths[route][method];
  }
}

/** Files are handed over as such, not as the strings that OpenAPI calls them. */
const blob = ts.factory.createTypeReferenceNode('Blob');
const transform = (schema) => (schema.format === 'binary' ? blob : undefined);

function idempotentPosts() {
  const takesKey = ({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key');
  const routes = operations.filter(({ operation }) => takesKey(operation)).map(({ route }) => `  '${route}',\n`);
  return `${HEADER}export const IDEMPOTENT_POSTS: ReadonlySet<string> = new Set([\n${routes.sort().join('')}]);\n`;
}

const keyed = idempotentPosts();
dropWhatIsNotCalled();
const types = astToString(await openapiTypes(document, { transform, defaultNonNullable: false }));
const generated = { 'sdk/src/schema.ts': HEADER + types, 'sdk/src/idempotent-posts.ts': keyed };

if (process.argv.includes('--write')) {
  for (const [name, text] of Object.entries(generated)) writeFileSync(path.join(root, name), text);
} else {
  const fail = (problem) => {
    console.error(problem);
    process.exitCode = 1;
  };
  for (const [name, text] of Object.entries(generated)) {
    if (read(name) !== text) fail(`${name} does not match openapi.json: run npm run sdk:sync and commit it`);
  }
  const service = JSON.parse(read('package.json'));
  const client = JSON.parse(read('sdk/package.json'));
  if (client.version !== service.version) fail('sdk/package.json has another version than package.json');
  for (const [name, version] of Object.entries(client.dependencies)) {
    if (service.devDependencies[name] !== version) fail(`sdk/package.json has another version of ${name}`);
  }
}
