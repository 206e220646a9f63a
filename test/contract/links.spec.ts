import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';

const root = projectRoot();
const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'samples/README.md',
  'sdk/README.md',
  'sdk/python/README.md',
].concat(
  readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
);

/** Prose and headings of a document, without code blocks. */
function proseOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8').replace(/^ *```[\s\S]*?^ *```$/gm, '');
}

/** Names of the headings, as forges make them: words in lower case with hyphens, marks left out. */
function anchorsOf(file: string): string[] {
  const headings = [...proseOf(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The links of a document that lead to nothing. */
function brokenLinksOf(file: string): string[] {
  const prose = proseOf(file).replace(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [name = '', anchor] = link.split('#');
    const target = name === '' ? file : path.join(path.dirname(file), name);
    if (!existsSync(path.join(root, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
  });
}

describe('the documents', () => {
  it.each(documents)('%s links to what is there', (file) => {
    expect(brokenLinksOf(file)).toEqual([]);
  });

  it('lead operators to every page for them', () => {
    const pages = readdirSync(path.join(root, 'docs/operations')).filter((name) => name !== 'README.md');
    const index = proseOf('docs/operations/README.md');
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });
});
