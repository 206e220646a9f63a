// Builds samples/pdf, samples/files and samples/library.json from samples/sources. With --check it writes nothing and exits
// 1 when the committed files differ from what the sources give, or when a labelled question no longer fits its page.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSource } from './lib/parse.mjs';
import { folderOf, renderSource } from './lib/render-source.mjs';

const here = import.meta.dirname;
const sourceFolder = join(here, 'sources');
const FOLDERS = ['pdf', 'files'];
const libraryFile = join(here, 'library.json');
const questionsFile = join(here, '../eval/sets/sample/questions.jsonl');
const TYPES = 'AMM CMM EMM SRM IPC WDM FIM TSM MEL MPD NDT SPM SB SL AD EO TASK_CARD FCOM QRH OTHER'.split(' ');
const REQUIRED = [
  'file',
  'title',
  'document_type',
  'aircraft_type',
  'version',
  'document_number',
  'revision_date',
  'effectivity',
  'manual',
  'model',
];
const LISTED = [
  'title',
  'document_type',
  'aircraft_type',
  'version',
  'document_number',
  'ata_chapter',
  'revision_date',
  'effectivity',
];

/** Renders every source, in file-name order, which is the seeding order: a superseded revision before its successor. */
async function buildAll() {
  const documents = [];
  for (const name of readdirSync(sourceFolder)
    .filter((file) => file.endsWith('.md'))
    .sort()) {
    const source = parseSource(readFileSync(join(sourceFolder, name), 'utf8'), name);
    const { meta } = source;
    const missing = REQUIRED.filter((key) => !meta[key]);
    if (missing.length) throw new Error(`${name}: front matter lacks ${missing.join(', ')}`);
    if (!TYPES.includes(meta.document_type)) throw new Error(`${name}: document_type ${meta.document_type}`);
    if (meta.supersedes && !documents.some((earlier) => earlier.meta.file === meta.supersedes)) {
      throw new Error(`${name}: supersedes ${meta.supersedes}, which no earlier source makes`);
    }
    documents.push({ meta, path: join(folderOf(meta), meta.file), ...(await renderSource(source, sourceFolder)) });
  }
  return documents;
}

function libraryOf(documents) {
  return documents.map(({ meta, bytes }) => ({
    file: meta.file,
    ...(folderOf(meta) !== 'pdf' && { folder: folderOf(meta) }),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...Object.fromEntries(LISTED.filter((key) => meta[key]).map((key) => [key, meta[key]])),
    ...(meta.supersedes && { supersedes_file: meta.supersedes }),
  }));
}

/** What differs between the sources and the committed files, one line each. */
function differences(documents, library) {
  const found = documents
    .filter(({ path, bytes }) => !existsSync(join(here, path)) || !readFileSync(join(here, path)).equals(bytes))
    .map(({ path }) => `${path} is not what its source gives`);
  const made = new Set(documents.map(({ path }) => path));
  const stray = FOLDERS.flatMap((folder) => readdirSync(join(here, folder)).map((file) => join(folder, file)));
  found.push(...stray.filter((path) => !made.has(path)).map((path) => `${path} has no source`));
  if (!existsSync(libraryFile) || readFileSync(libraryFile, 'utf8') !== library) found.push('library.json is stale');
  return [...found, ...wrongQuestions(documents)];
}

/**
 * A question is right when its answer stands on the page it names, as the page is printed. What is not typeset here is
 * compared as the service reads it, by `npm run eval`.
 */
function wrongQuestions(documents) {
  if (!existsSync(questionsFile)) return [];
  // The service reads `|` between the cells of a table, which is not printed.
  const flat = (text) => text.replace(/[\s|]+/g, ' ').toLowerCase();
  const questions = readFileSync(questionsFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return questions
    .filter(({ unanswerable, document_number, page, answer }) => {
      if (unanswerable) return false;
      const document = documents.findLast(({ meta }) => meta.document_number === document_number);
      if (document?.pages.length === 0) return false;
      const printed = flat(document?.pages[page - 1]?.lines.join(' ') ?? '');
      return ![answer].flat().some((piece) => printed.includes(flat(piece)));
    })
    .map(({ id }) => `question ${id}: the answer is not on its page`);
}

const documents = await buildAll();
const library = `${JSON.stringify(libraryOf(documents), null, 2)}\n`;
if (process.argv.includes('--check')) {
  const problems = differences(documents, library);
  for (const problem of problems) console.error(problem);
  if (problems.length) process.exitCode = 1;
  else console.log(`${documents.length} documents match their sources`);
} else {
  for (const folder of FOLDERS) {
    rmSync(join(here, folder), { recursive: true, force: true });
    mkdirSync(join(here, folder), { recursive: true });
  }
  for (const { path, bytes, pages } of documents) {
    writeFileSync(join(here, path), bytes);
    console.log(
      `${String(pages.length || '').padStart(4)} pages ${String(Math.ceil(bytes.length / 1024)).padStart(5)} KiB  ${path}`,
    );
  }
  writeFileSync(libraryFile, library);
  console.log(`${documents.length} files`);
}
