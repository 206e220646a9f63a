import { ExtractionError } from '../errors/extraction-error.js';
import type { XmlLimits } from '../limits/extraction-limits.js';
import { parseXml } from '../xml/xml-parser.js';
import type { ZipArchive, ZipEntry } from '../archive/zip-archive.js';

/** Attribute value by local name, if it has the prefix of its element or none; others by their usual prefix: `r:id`. */
export type Attribute = (local: string) => string | undefined;

/** Receives the content of a part. Names have the usual prefixes regardless of those in the file: `w:p`, `x:row`, `mc:Fallback`. */
export interface PartHandler {
  open(name: string, attribute: Attribute): void;
  text(text: string): void;
  close(name: string): void;
}

/** Prefixes by namespace, of ECMA-376 transitional, ISO 29500 strict and OpenDocument. Elements of others have no prefix. */
const PREFIXES: readonly (readonly [RegExp, string])[] = [
  [/wordprocessingml\/(?:2006\/)?main$/, 'w:'],
  [/officeDocument\/(?:2006\/)?math$/, 'm:'],
  [/markup-compatibility\/2006$/, 'mc:'],
  [/officeDocument\/(?:2006\/)?relationships$/, 'r:'],
  [/spreadsheetml\/(?:2006\/)?main$/, 'x:'],
  [/presentationml\/(?:2006\/)?main$/, 'p:'],
  [/drawingml\/(?:2006\/)?main$/, 'a:'],
  [/opendocument:xmlns:text:1\.0$/, 'text:'],
  [/opendocument:xmlns:table:1\.0$/, 'table:'],
  [/opendocument:xmlns:office:1\.0$/, 'office:'],
  [/opendocument:xmlns:style:1\.0$/, 'style:'],
  [/opendocument:xmlns:drawing:1\.0$/, 'draw:'],
  [/opendocument:xmlns:xsl-fo-compatible:1\.0$/, 'fo:'],
];

/** Maximum elements of a part. They are not stored, so the limit is higher than for trees. */
const MAX_ELEMENTS = 50_000_000;

/** Reads a part of an Office file as a stream. @throws ExtractionError `corrupt`, `docx_doctype`, `too_complex`, and those of the archive */
export async function parsePart(
  zip: ZipArchive,
  part: ZipEntry,
  handler: PartHandler,
  limits: XmlLimits,
): Promise<void> {
  try {
    await parseXml(zip.chunks(part), new Namespaces(handler), { ...limits, max_elements: MAX_ELEMENTS });
  } catch (error) {
    if (!(error instanceof ExtractionError) || !error.code.startsWith('xml_')) throw error;
    // Messages about XML do not help authors of Office files.
    const isLimit = error.code === 'xml_nesting' || error.code === 'xml_elements';
    throw new ExtractionError(isLimit ? 'too_complex' : 'corrupt', `${part.name}: ${error.code} ${error.detail ?? ''}`);
  }
}

/** Gives elements the usual prefixes of their namespaces. A declaration counts to the end of the part. */
class Namespaces {
  private readonly openElements: string[] = [];
  private readonly prefixes = new Map<string, string>();
  private readonly names = new Map<string, string>();

  constructor(private readonly handler: PartHandler) {}

  open(raw: string, attributes: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(attributes)) if (name.startsWith('xmlns')) this.declare(name, value);
    const name = this.nameOf(raw);
    this.openElements.push(name);
    const prefix = raw.slice(0, raw.indexOf(':') + 1);
    this.handler.open(name, (local) => {
      const own = attributes[prefix + local] ?? attributes[local];
      if (own !== undefined || !local.includes(':')) return own;
      return attributes[Object.keys(attributes).find((key) => key.includes(':') && this.nameOf(key) === local) ?? ''];
    });
  }

  text(text: string): void {
    this.handler.text(text);
  }

  close(): void {
    this.handler.close(this.openElements.pop()!);
  }

  doctype(): void {
    throw new ExtractionError('docx_doctype');
  }

  private declare(name: string, namespace: string): void {
    const prefix = name.slice('xmlns:'.length);
    const usual = PREFIXES.find(([pattern]) => pattern.test(namespace))?.[1] ?? '';
    if (this.prefixes.get(prefix) === usual) return;
    this.prefixes.set(prefix, usual);
    this.names.clear();
  }

  private nameOf(raw: string): string {
    const known = this.names.get(raw);
    if (known !== undefined) return known;
    const colon = raw.indexOf(':');
    const name = (this.prefixes.get(raw.slice(0, Math.max(colon, 0))) ?? '') + raw.slice(colon + 1);
    this.names.set(raw, name);
    return name;
  }
}

/** A property is on unless its value says otherwise (17.17.4). */
export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(?:0|false|off)$/.test(value);
}
