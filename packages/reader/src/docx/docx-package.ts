import path from 'node:path/posix';
import { ExtractionError } from '../errors/extraction-error.js';
import type { XmlLimits } from '../limits/extraction-limits.js';
import type { ZipArchive, ZipEntry } from '../archive/zip-archive.js';
import { parseWordPart, type WordHandler } from './word-xml.js';

/** The end of a relationship's type, the same in every edition of the standard. */
export type PartType = 'styles' | 'numbering' | 'footnotes' | 'endnotes' | 'header' | 'footer' | 'core-properties';

interface Relationship {
  type: string;
  target: string;
}

/** The parts of a Word file, by its relationships (ECMA-376-2, 9). External parts are never read. */
export class DocxPackage {
  private constructor(
    private readonly zip: ZipArchive,
    private readonly limits: XmlLimits,
    readonly document: ZipEntry,
    private readonly relationships: readonly Relationship[],
  ) {}

  /** @throws ExtractionError `corrupt` without a document */
  static async open(zip: ZipArchive, limits: XmlLimits): Promise<DocxPackage> {
    const roots = await readRelationships(zip, '', limits);
    const main = roots.find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml';
    const document = zip.find(main);
    if (!document) throw new ExtractionError('corrupt', `no ${main}`);
    return new DocxPackage(zip, limits, document, [...(await readRelationships(zip, main, limits)), ...roots]);
  }

  /** Parts of a type, sorted by name, because relationships have no order. */
  parts(type: PartType): ZipEntry[] {
    const targets = this.relationships.filter((one) => one.type === type).map(({ target }) => target);
    return [...new Set(targets)].sort().flatMap((target) => this.zip.find(target) ?? []);
  }

  /** @throws ExtractionError as `parseWordPart` */
  read(part: ZipEntry, handler: WordHandler): Promise<void> {
    return parseWordPart(this.zip, part, handler, this.limits);
  }
}

async function readRelationships(zip: ZipArchive, source: string, limits: XmlLimits): Promise<Relationship[]> {
  const folder = path.dirname(source);
  const entry = zip.find(path.join(folder, '_rels', `${path.basename(source)}.rels`));
  const relationships: Relationship[] = [];
  if (!entry) return relationships;
  const handler: WordHandler = {
    open(name, attribute) {
      const target = attribute('Target');
      if (name !== 'Relationship' || target === undefined || attribute('TargetMode') === 'External') return;
      const resolved = target.startsWith('/') ? target.slice(1) : path.join(folder, target);
      relationships.push({ type: attribute('Type')?.split('/').at(-1) ?? '', target: resolved });
    },
    text: () => undefined,
    close: () => undefined,
  };
  await parseWordPart(zip, entry, handler, limits);
  return relationships;
}
