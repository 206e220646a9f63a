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
    private readonly names: PartNames,
    private readonly limits: XmlLimits,
    readonly main: ZipEntry,
    private readonly relationships: readonly Relationship[],
  ) {}

  /** @param usual name of the main part, for files whose relationships do not name it @throws ExtractionError `corrupt` without one */
  static async open(zip: ZipArchive, limits: XmlLimits, usual: string): Promise<OfficeParts> {
    const names = new PartNames(zip);
    const roots = await readRelationships(names, '', limits);
    const name = roots.find(({ type }) => type === 'officeDocument')?.target ?? usual;
    const main = names.find(name);
    if (!main) throw new ExtractionError('corrupt', `no ${name}`);
    return new OfficeParts(names, limits, main, [...(await readRelationships(names, name, limits)), ...roots]);
  }

  /** Parts of a type, sorted by name, because relationships have no order. */
  parts(type: PartType): ZipEntry[] {
    return this.ofType(this.relationships, type);
  }

  /** The part with that relationship of the main part, if it has that type. @throws ExtractionError `corrupt` if there is no such part */
  byId(id: string, type: PartType): ZipEntry | undefined {
    const found = this.relationships.find((one) => one.id === id);
    const part = found && this.names.find(found.target);
    if (!part) throw new ExtractionError('corrupt', `no part for ${id}`);
    return found.type === type ? part : undefined;
  }

  /** Parts of a type to which another part relates. */
  async partsOf(part: ZipEntry, ...types: PartType[]): Promise<ZipEntry[]> {
    const relationships = await readRelationships(this.names, part.name, this.limits);
    return types.flatMap((type) => this.ofType(relationships, type));
  }

  /** @throws ExtractionError as `parsePart` */
  read(part: ZipEntry, handler: PartHandler): Promise<void> {
    return parsePart(this.names.zip, part, handler, this.limits);
  }

  private ofType(relationships: readonly Relationship[], type: PartType): ZipEntry[] {
    const targets = relationships.filter((one) => one.type === type).map(({ target }) => target);
    return [...new Set(targets)].sort().flatMap((target) => this.names.find(target) ?? []);
  }
}

/** Names of parts are case-insensitive, and escaped characters equal plain ones (ECMA-376-2, 6.2.2). */
class PartNames {
  private readonly entries = new Map<string, ZipEntry>();

  /** @throws ExtractionError `corrupt` if two parts have the same name */
  constructor(readonly zip: ZipArchive) {
    for (const entry of zip.entries) {
      const key = keyOf(entry.name);
      if (this.entries.has(key)) throw new ExtractionError('corrupt', `${entry.name} twice`);
      this.entries.set(key, entry);
    }
  }

  find(name: string): ZipEntry | undefined {
    return this.entries.get(keyOf(name));
  }
}

function keyOf(name: string): string {
  return name
    .replace(/(?:%[\da-f]{2})+/gi, (escaped) => Buffer.from(escaped.replaceAll('%', ''), 'hex').toString())
    .toLowerCase();
}

async function readRelationships(names: PartNames, source: string, limits: XmlLimits): Promise<Relationship[]> {
  const folder = path.dirname(source);
  const entry = names.find(path.join(folder, '_rels', `${path.basename(source)}.rels`));
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
  await parsePart(names.zip, entry, handler, limits);
  return relationships;
}
