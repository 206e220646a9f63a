import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const FOLDERS = ['pdf', 'office', 's1000d', 'bad'];
/** Descriptions of the corpus, which are not entries. */
const DESCRIPTIONS = new Set(['manifest.json', 'expected.jsonl']);

/** A file, or a file name to upload. */
export interface Entry {
  /** Path in the corpus. */
  name: string;
  file: string;
  /** Uploaded as a document, sent as a request body, or used as the name of a document. */
  as: 'document' | 'body' | 'name';
  /** The corpus's own description of the expected outcome. */
  expectation: string;
  /** Expected content of a data module. */
  module?: ExpectedModule;
}

/** A line of `s1000d/expected.jsonl`. */
export interface ExpectedModule {
  file: string;
  /** Data module code; absent for publication modules. */
  id?: string;
  title: string;
  warnings?: number;
  cautions?: number;
  /** Warnings in other modules. */
  warning_refs?: number;
  caution_refs?: number;
  steps?: number;
  figures?: number;
  applic?: string;
}

/**
 * Files of the corpus by name. Compressed files of `pdf` are unpacked into `temporary`, those of `bad` are not; each
 * name in `bad/names` is an entry.
 */
export async function listCorpus(corpus: string, temporary: string): Promise<Entry[]> {
  const manifest = path.join(corpus, 'bad/manifest.json');
  const listed = existsSync(manifest)
    ? (JSON.parse(await readFile(manifest, 'utf8')) as { file: string; expect: string }[])
    : [];
  const prose = new Map(listed.map(({ file, expect }) => [`bad/${file}`, expect]));
  const modules = await expectedModules(corpus);
  const entries: Entry[] = [];
  for (const folder of FOLDERS.filter((name) => existsSync(path.join(corpus, name)))) {
    const found = await readdir(path.join(corpus, folder), { recursive: true, withFileTypes: true });
    for (const { parentPath, name: base } of found.filter((item) => item.isFile() && !DESCRIPTIONS.has(item.name))) {
      const name = path.relative(corpus, path.join(parentPath, base));
      let file = path.join(corpus, name);
      if (folder === 'pdf' && name.endsWith('.gz')) {
        const packed = file;
        file = path.join(temporary, path.basename(name, '.gz'));
        await pipeline(createReadStream(packed), createGunzip(), createWriteStream(file));
      }
      const as = name.startsWith('bad/json/') ? 'body' : name.startsWith('bad/names/') ? 'name' : 'document';
      const module = modules.get(base);
      entries.push({ name, file, as, expectation: prose.get(name) ?? '', ...(module && { module }) });
    }
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function expectedModules(corpus: string): Promise<Map<string, ExpectedModule>> {
  const file = path.join(corpus, 's1000d/expected.jsonl');
  if (!existsSync(file)) return new Map();
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as ExpectedModule).map((module) => [module.file, module]));
}
