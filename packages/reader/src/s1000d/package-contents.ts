import { ExtractionError } from '../errors/extraction-error.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import type { XmlElement } from '../xml/xml-tree.js';
import type { ZipArchive, ZipEntry } from '../archive/zip-archive.js';
import type { ModuleHead } from './module/module-head.js';
import { PropertyTables } from './module/property-tables.js';
import { repositoryNotices } from './content/notices.js';
import { named, readS1000d, type S1000dFile } from './s1000d-file.js';
import type { Library } from './content/writer.js';

/** A module of a package. Only its head is stored. */
export interface PackedModule {
  entry: ZipEntry;
  head: ModuleHead;
}

export interface PackageContents {
  modules: PackedModule[];
  publications: (PackedModule & { root: XmlElement })[];
  library: Library;
  warnings: string[];
}

const GRAPHIC = /\.(?:cgm|svgz?|gif|jpe?g|png|tiff?|bmp|wmf|emf|eps|webp|pdf|swf|mp4|mpe?g|avi|wrl|stp|u3d|glb|dwf)$/i;

/** Problems of a single file that do not reject the package. Attacks are excluded. */
const SKIPPED = new Set(['xml_malformed', 'xml_encoding', 'xml_unknown', 'empty']);

/**
 * Finds the data modules and publication modules of a package, under any file name, and the WARNINGs and CAUTIONs of its repository
 * modules. Nested archives are not opened.
 * @param onAlive called for each file
 * @throws ExtractionError as `ZipArchive.chunks` and, for attacks, as `readS1000d`
 */
export async function surveyPackage(
  zip: ZipArchive,
  limits: ExtractionLimits,
  onAlive: () => void,
): Promise<PackageContents> {
  const read: { entry: ZipEntry; file: S1000dFile }[] = [];
  const skipped = new Map<string, number>();
  const damaged: string[] = [];
  for (const entry of zip.entries) {
    onAlive();
    const kind = GRAPHIC.test(entry.name)
      ? 'graphics'
      : (/\.(\w{1,8})$/.exec(entry.name)?.[1]?.toLowerCase() ?? 'others');
    const file = kind === 'graphics' ? 'xml_unknown' : await tryRead(zip, entry, limits, true);
    if (typeof file !== 'string') read.push({ entry, file });
    else if (kind === 'xml' && file !== 'xml_unknown') damaged.push(entry.name);
    else skipped.set(kind, (skipped.get(kind) ?? 0) + 1);
  }
  const { current, older } = newestIssues(read.map(({ entry, file }) => ({ entry, head: file.head })));
  const publications: PackageContents['publications'] = [];
  for (const { entry, head } of current.filter(({ head }) => head.type === 'pm')) {
    const file = await tryRead(zip, entry, limits);
    if (typeof file === 'string') damaged.push(entry.name);
    else publications.push({ entry, head, root: file.root });
  }
  const modules = current.filter(({ head }) => head.type !== 'pm');
  const warnings: string[] = [];
  if (skipped.size > 0) {
    const kinds = [...skipped].map(([kind, count]) => `${count} ${kind}`);
    warnings.push(`Files in the package that are not data modules were left out: ${named(kinds)}.`);
  }
  if (damaged.length > 0) warnings.push(`Files in the package that cannot be read were left out: ${named(damaged)}.`);
  if (older.length > 0) warnings.push(`Older issues of data modules were left out: ${named(older)}.`);
  return { modules, publications, library: await libraryOf(zip, modules, limits), warnings };
}

/** The module of an entry, or the code of the problem. */
export async function tryRead(
  zip: ZipArchive,
  entry: ZipEntry,
  limits: ExtractionLimits,
  headOnly = false,
): Promise<S1000dFile | string> {
  try {
    return await readS1000d(zip.chunks(entry), limits.xml, headOnly);
  } catch (error) {
    if (error instanceof ExtractionError && SKIPPED.has(error.code)) return error.code;
    throw error;
  }
}

/** The highest issue of each module and language; drafts rank below the issue they prepare. */
function newestIssues(all: PackedModule[]): { current: PackedModule[]; older: string[] } {
  const newest = new Map<string, PackedModule>();
  const older: string[] = [];
  for (const module of all) {
    const { head, entry } = module;
    // A module without a code is unique.
    const key = head.dmc === '' ? entry.name : `${head.type === 'pm' ? 'pm' : 'dm'} ${head.dmc} ${head.language}`;
    const known = newest.get(key);
    if (!known || compareIssues(head, known.head) > 0) newest.set(key, module);
    const loser = known && (newest.get(key) === module ? known : module);
    if (loser) older.push(`${loser.head.dmc}_${[loser.head.issue, loser.head.in_work].filter(Boolean).join('-')}`);
  }
  return { current: [...newest.values()], older };
}

function compareIssues(a: ModuleHead, b: ModuleHead): number {
  return Number(a.issue) - Number(b.issue) || Number(a.in_work) - Number(b.in_work);
}

/** Information codes of repository modules with WARNINGs and CAUTIONs (S1000D chapter 8.4), by the end of their code. */
const REPOSITORY = /-(?:012|0A[45])[A-Z\d]-[A-Z]$/;

/** Information codes of the cross-reference tables of attributes, conditions and products (chapter 4.14). */
const TABLES = /-00[WQP][A-Z\d]-[A-Z]$/;

async function libraryOf(zip: ZipArchive, modules: PackedModule[], limits: ExtractionLimits): Promise<Library> {
  const titles = new Map(modules.map(({ head }) => [head.dmc, head.title]));
  const notices = new Map<string, XmlElement>();
  for (const { entry, head } of modules.filter(({ head }) => REPOSITORY.test(head.dmc))) {
    const file = await tryRead(zip, entry, limits);
    if (typeof file === 'string') continue;
    for (const [ident, notice] of repositoryNotices(file.root)) {
      notices.set(`${head.dmc} ${ident}`, notice);
      notices.set(`* ${ident}`, notice);
    }
  }
  const tables = new PropertyTables();
  for (const { entry } of modules.filter(({ head }) => TABLES.test(head.dmc))) {
    const file = await tryRead(zip, entry, limits);
    if (typeof file !== 'string') tables.add(file.root);
  }
  return {
    properties: tables,
    titleOf: (dmc) => titles.get(dmc),
    noticeOf: (kind, ident, dmc) => notices.get(`${dmc ?? '*'} ${kind} ${ident}`),
  };
}
