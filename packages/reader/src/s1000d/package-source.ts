import { caveatWarnings, addCaveats, type Caveat } from '../document/caveats.js';
import { ExtractionError } from '../errors/extraction-error.js';
import type { OutlineEntry } from '../document/document.types.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import { cutPages } from '../passages/page-cutter.js';
import type { MarkupBlock, MarkupSource } from '../document/page-source.js';
import { openZip, type ZipArchive } from '../archive/zip-archive.js';
import { readApplicability, toMetadata } from './module/module-head.js';
import type { XmlElement } from '../xml/xml-tree.js';
import { surveyPackage, tryRead, type PackageContents, type PackedModule } from './package-contents.js';
import { publicationEntries, type PublicationEntry } from './publication.js';
import { missingNoticesWarning, named, writeS1000d } from './s1000d-file.js';

/**
 * Opens a ZIP package of data modules. Publication modules define the order and the table of contents; other modules follow by code. Each
 * data module starts a new page.
 * Nothing is unpacked to disk. Each module is read once to count its pages and again when they are requested.
 * @param onAlive called for each module before the first page is available
 * @throws ExtractionError `xml_unknown` for an archive without modules, `too_many_pages`, a `ZipProblem` or `XmlProblem`
 */
export async function openPackage(
  file: string,
  limits: ExtractionLimits,
  onAlive: () => void = () => undefined,
): Promise<MarkupSource> {
  const zip = await openZip(file, limits.archive);
  try {
    const contents = await surveyPackage(zip, limits, onAlive);
    if (contents.modules.length + contents.publications.length === 0)
      throw new ExtractionError('xml_unknown', 'archive');
    return await new S1000dPackage(zip, contents, limits).open(onAlive);
  } catch (error) {
    zip.close();
    throw error;
  }
}

class S1000dPackage {
  private readonly entries: PublicationEntry[];
  private readonly modules: PackedModule[];
  private readonly pageCounts = new Map<PackedModule, number>();
  private readonly warnings = new Set<string>();

  constructor(
    private readonly zip: ZipArchive,
    private readonly contents: PackageContents,
    private readonly limits: ExtractionLimits,
  ) {
    this.entries = publicationsInOrder(contents).flatMap(({ root }) => publicationEntries(root));
    this.modules = inOrder(contents, this.entries);
  }

  async open(onAlive: () => void): Promise<MarkupSource> {
    const missing = new Set<string>();
    for (const warning of this.contents.warnings) this.warnings.add(warning);
    const damaged: string[] = [];
    const caveats = new Map<Caveat, Set<number>>();
    const [publication] = publicationsInOrder(this.contents);
    const only = this.modules.length === 1 ? this.modules[0] : undefined;
    let wholeRoot = publication?.root;
    let total = 0;
    for (const module of this.modules) {
      onAlive();
      const file = await tryRead(this.zip, module.entry, this.limits);
      if (typeof file === 'string') {
        damaged.push(module.entry.name);
        continue;
      }
      if (module === only) wholeRoot ??= file.root;
      const written = writeS1000d(file, this.contents.library);
      for (const number of written.missing_notices) missing.add(number);
      for (const warning of file.warnings) this.warnings.add(warning);
      const cut = cutPages(written.blocks);
      for (const [i, page] of cut.entries()) addCaveats(caveats, total + i + 1, page);
      const pages = cut.length;
      this.pageCounts.set(module, pages);
      total += pages;
      if (total > this.limits.max_pages) throw new ExtractionError('too_many_pages', `${total} pages`);
    }
    if (total === 0) throw new ExtractionError('corrupt', 'no module can be read');
    if (damaged.length > 0) this.warnings.add(`Data modules that cannot be read were left out: ${named(damaged)}.`);
    const absent = this.absentModules();
    if (absent.length > 0) {
      this.warnings.add(
        `Data modules that the publication names are not in the package (${absent.length}): ${named(absent)}.`,
      );
    }
    const head = publication?.head ?? only?.head;
    return {
      kind: 'markup',
      document: {
        page_count: total,
        title: head?.title ?? null,
        outline: this.outline(),
        language: head?.language ?? this.modules[0]?.head.language ?? null,
        ...(head && wholeRoot && { s1000d: toMetadata({ ...head, applicability: this.applicabilityOf(wholeRoot) }) }),
      },
      warnings: [...this.warnings, ...missingNoticesWarning([...missing]), ...caveatWarnings(caveats)],
      pages: (from) => this.pages(from),
      close: () => Promise.resolve(this.zip.close()),
    };
  }

  /** With the names of the cross-reference tables. */
  private applicabilityOf(root: XmlElement): string | null {
    return readApplicability(root, this.contents.library.properties);
  }

  private async *pages(from: number): ReturnType<MarkupSource['pages']> {
    let number = 1;
    for (const [module, count] of this.pageCounts) {
      if (number + count > from) {
        for (const [i, blocks] of (await this.blocksOf(module)).entries()) {
          if (number + i >= from) yield { page_number: number + i, label: null, blocks };
        }
      }
      number += count;
    }
  }

  private async blocksOf({ entry }: PackedModule): Promise<MarkupBlock[][]> {
    const file = await tryRead(this.zip, entry, this.limits);
    if (typeof file === 'string') throw new ExtractionError('corrupt', entry.name);
    return cutPages(writeS1000d(file, this.contents.library).blocks);
  }

  /** Outline of the publication with its modules, then the modules that it does not list. */
  private outline(): OutlineEntry[] {
    const pageOf = new Map<PackedModule, number>();
    let page = 1;
    for (const [module, count] of this.pageCounts) {
      pageOf.set(module, page);
      page += count;
    }
    const left = new Set(pageOf.keys());
    const lines: OutlineEntry[] = [];
    let titles: { title: string; level: number }[] = [];
    for (const entry of this.entries) {
      titles = titles.filter(({ level }) => level < entry.level);
      if (entry.kind === 'title') titles.push(entry);
      else {
        const module = this.find(entry.dmc);
        const pageNumber = module && left.delete(module) ? pageOf.get(module) : undefined;
        if (!module || pageNumber === undefined) continue;
        // Titles without an available module are omitted.
        lines.push(...titles.map(({ title, level }) => ({ title, level, page_number: pageNumber })));
        titles = [];
        lines.push({ title: module.head.title, level: entry.level, page_number: pageNumber });
      }
    }
    for (const module of left) lines.push({ title: module.head.title, level: 1, page_number: pageOf.get(module)! });
    return lines;
  }

  private find(dmc: string): PackedModule | undefined {
    return this.modules.find(({ head }) => head.dmc === dmc);
  }

  private absentModules(): string[] {
    const present = new Set(this.modules.map(({ head }) => head.dmc));
    const wanted = this.entries.flatMap((entry) => (entry.kind === 'module' ? [entry.dmc] : []));
    return [...new Set(wanted)].filter((dmc) => !present.has(dmc)).map((dmc) => `DMC-${dmc}`);
  }
}

function publicationsInOrder({ publications }: PackageContents): PackageContents['publications'] {
  return publications.toSorted((a, b) => compare(a.head.dmc, b.head.dmc));
}

/** Publication order, then the rest by code. A package with only publication modules shows those. */
function inOrder({ modules, publications }: PackageContents, entries: readonly PublicationEntry[]): PackedModule[] {
  if (modules.length === 0) return publications.toSorted((a, b) => compare(a.head.dmc, b.head.dmc));
  const rank = new Map<string, number>();
  for (const entry of entries) if (entry.kind === 'module' && !rank.has(entry.dmc)) rank.set(entry.dmc, rank.size);
  const rankOf = ({ head }: PackedModule) => rank.get(head.dmc) ?? Infinity;
  return modules.toSorted(
    (a, b) =>
      (rankOf(a) === rankOf(b) ? compare(a.head.dmc, b.head.dmc) : rankOf(a) - rankOf(b)) ||
      compare(a.entry.name, b.entry.name),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
