import path from 'node:path/posix';
import { ExtractionError } from '../errors/extraction-error.js';
import type { XmlLimits } from '../limits/extraction-limits.js';
import type { ZipArchive, ZipEntry } from '../archive/zip-archive.js';
import { parsePart, type PartHandler } from './part-xml.js';

/** The end of a relationship's type, the same in every edition of the standard. */
export type PartType =
  | 'styles'
  | 'numbering'
  | 'footnotes'
  | 'endnotes'
  | 'header'
  | 'footer'
  | 'core-properties'
  | 'sharedStrings'
  | 'worksheet'
  | 'table'
  | 'comments'
  | 'drawing'
  | 'slide'
  | 'slideLayout'
  | 'slideMaster'
  | 'notesSlide'
  | 'diagramData';

interface Relationship {
  id: string;
  type: string;
  target: string;
}

/** The parts of an Office file, by their relationships (ECMA-376-2, 9). External parts are never read. */
export class OfficeParts {
  private constructor(
    private readonly zip: ZipArchive,
    private readonly limits: XmlLimits,
    readonly main: ZipEntry,
    private readonly relationships: readonly Relationship[],
  ) {}

  /** @param usual name of the main part, for files whose relationships do not name it @throws ExtractionError `corrupt` without one */
  static async open(zip: ZipArchive, limits: XmlLimits, usual: string): Promise<OfficeParts> {
    const roots = await readRelationships(zip, '', limits);
    const name = roots.find(({ type }) => type === 'officeDocument')?.target ?? usual;
    const main = zip.find(name);
    if (!main) throw new ExtractionError('corrupt', `no ${name}`);
    return new OfficeParts(zip, limits, main, [...(await readRelationships(zip, name, limits)), ...roots]);
  }

  /** Parts of a type, sorted by name, because relationships have no order. */
  parts(type: PartType): ZipEntry[] {
    return this.ofType(this.relationships, type);
  }

  /** The part of the main part with that relationship. */
  byId(id: string, type: PartType): ZipEntry | undefined {
    const found = this.relationships.find((one) => one.id === id && one.type === type);
    return found && this.zip.find(found.target);
  }

  /** Parts of a type to which another part relates. */
  async partsOf(part: ZipEntry, ...types: PartType[]): Promise<ZipEntry[]> {
    const relationships = await readRelationships(this.zip, part.name, this.limits);
    return types.flatMap((type) => this.ofType(relationships, type));
  }

  /** @throws ExtractionError as `parsePart` */
  read(part: ZipEntry, handler: PartHandler): Promise<void> {
    return parsePart(this.zip, part, handler, this.limits);
  }

  private ofType(relationships: readonly Relationship[], type: PartType): ZipEntry[] {
    const targets = relationships.filter((one) => one.type === type).map(({ target }) => target);
    return [...new Set(targets)].sort().flatMap((target) => this.zip.find(target) ?? []);
  }
}

async function readRelationships(zip: ZipArchive, source: string, limits: XmlLimits): Promise<Relationship[]> {
  const folder = path.dirname(source);
  const entry = zip.find(path.join(folder, '_rels', `${path.basename(source)}.rels`));
  const relationships: Relationship[] = [];
  if (!entry) return relationships;
  const handler: PartHandler = {
    open(name, attribute) {
      const target = attribute('Target');
      if (name !== 'Relationship' || target === undefined || attribute('TargetMode') === 'External') return;
      const resolved = target.startsWith('/') ? target.slice(1) : path.join(folder, target);
      const type = attribute('Type')?.split('/').at(-1) ?? '';
      relationships.push({ id: attribute('Id') ?? '', type, target: resolved });
    },
    text: () => undefined,
    close: () => undefined,
  };
  await parsePart(zip, entry, handler, limits);
  return relationships;
}
