import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import { dump } from 'js-yaml';
import { digestOf, writeServed } from '../served-files.mjs';
import { asyncApiOf } from './asyncapi.mjs';
import { collectionOf } from './collection.mjs';
import { withExamples } from './description.mjs';
import { llmsTextOf } from './llms.mjs';
import { pageOf } from './page.mjs';

const MIGRATIONS = 'docs/migrations';
const JSON_TYPE = 'application/json; charset=utf-8';
const YAML_TYPE = 'application/yaml; charset=utf-8';
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';

/**
 * Writes the reference into `folder`: each file with its compressed forms, and `files.json`, by which the service serves
 * them: their addresses, media types and tags.
 */
export async function writeReference(root, folder) {
  const read = (name) => readFileSync(path.join(root, name), 'utf8');
  const assets = path.join(root, 'scripts/reference/assets');
  const minified = async (loader) => {
    const names = readdirSync(assets).filter((name) => name.endsWith(`.${loader}`));
    const source = names
      .sort()
      .map((name) => readFileSync(path.join(assets, name), 'utf8'))
      .join('');
    return (await transform(source, { loader, minify: true, charset: 'utf8' })).code;
  };
  const document = JSON.parse(read('openapi.json'));
  const examples = JSON.parse(read('docs/reference/examples.json'));
  const introduction = read('docs/reference/introduction.md');
  const [style, script] = [await minified('css'), await minified('js')];
  const [styleName, scriptName] = [hashed('reference', 'css', style), hashed('reference', 'js', script)];
  // Relative, for a proxy that serves the API below a path.
  const links = {
    style: `docs/${styleName}`,
    script: `docs/${scriptName}`,
    openapi: 'openapi.json',
    openapiYaml: 'openapi.yaml',
    asyncapi: 'asyncapi.json',
    collection: 'docs/collection.json',
    llms: 'llms.txt',
  };
  const described = withExamples(document, examples);
  const asyncapi = asyncApiOf(document);
  const files = {
    '/docs': ['text/html; charset=utf-8', pageOf(document, { examples, introduction, links })],
    [`/docs/${styleName}`]: ['text/css; charset=utf-8', style],
    [`/docs/${scriptName}`]: ['text/javascript; charset=utf-8', script],
    '/docs/collection.json': [JSON_TYPE, JSON.stringify(collectionOf(document, examples))],
    '/openapi.json': [JSON_TYPE, JSON.stringify(described)],
    '/openapi.yaml': [YAML_TYPE, dump(described, { noRefs: true, lineWidth: 120 })],
    '/asyncapi.json': [JSON_TYPE, JSON.stringify(asyncapi)],
    '/asyncapi.yaml': [YAML_TYPE, dump(asyncapi, { noRefs: true, lineWidth: 120 })],
    '/llms.txt': [MARKDOWN_TYPE.replace('markdown', 'plain'), llmsTextOf(document, introduction)],
    ...migrationGuides(root),
  };
  mkdirSync(folder, { recursive: true });
  const served = Object.entries(files).map(([address, [type, text]]) =>
    writeServed(
      folder,
      address,
      type,
      Buffer.from(text),
      [`/docs/${styleName}`, `/docs/${scriptName}`].includes(address),
    ),
  );
  writeFileSync(path.join(folder, 'files.json'), JSON.stringify(served));
}

function migrationGuides(root) {
  const folder = path.join(root, MIGRATIONS);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^[\w.-]+\.md$/.test(name)) : [];
  const guides = names.map((name) => [
    `/${MIGRATIONS}/${name}`,
    [MARKDOWN_TYPE, readFileSync(path.join(folder, name), 'utf8')],
  ]);
  return Object.fromEntries(
    guides.flatMap(([address, guide]) => [
      [address, guide],
      [address.replace(/\.md$/, ''), guide],
    ]),
  );
}

const hashed = (name, extension, content) => `${name}-${digestOf(content)}.${extension}`;
