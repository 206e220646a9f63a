import path from 'node:path/posix';
import { SaxesParser } from 'saxes';
import { byteOrderMark } from './decode-text.js';
import { macros, unsupported } from './file-refusal.js';
import { DOCX, type SupportedFormat } from './supported-formats.js';
import type { ZipEntry } from './zip-directory.js';
import { ZipError } from './zip-error.js';
import type { ZipReader } from './zip-reader.js';

const CONTENT_TYPES = '[content_types].xml';
const ROOT_RELATIONSHIPS = '_rels/.rels';

/** Of the content types, and of the relationships of one part. */
const MAX_LIST_BYTES = 8 * 1024 ** 2;

/** The type of the main part of a plain Word document, or template. */
const WORD_MAIN =
  /^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.(?:document|template)\.main\+xml$/;
const OTHER_MAINS: readonly (readonly [RegExp, string])[] = [
  [/spreadsheetml\.(?:sheet|template)\.main/, 'Excel'],
  [/presentationml\.(?:presentation|template|slideshow)\.main/, 'PowerPoint'],
];

/** In content types and in types of relationships: macros of Word and Excel, also those of Excel 4. */
const MACRO_TYPE = /macroenabled|vbaproject|vbadata|macrosheet/;
const MACRO_PART = /(?:^|\/)vba(?:project|data)[^/]*$/i;

/** Content types by part and by extension, all in small letters: names of parts and types are the same in both (ECMA-376 part 2, 9.1). */
interface ContentTypes {
  parts: ReadonlyMap<string, string>;
  extensions: ReadonlyMap<string, string>;
}

/** The list of content types that makes an archive an Office package. @throws ZipError `corrupt` for two of them */
export function findContentTypes(zip: ZipReader): ZipEntry | undefined {
  const [found, second] = zip.entries.filter(({ name }) => name.toLowerCase() === CONTENT_TYPES);
  if (second) throw new ZipError('corrupt');
  return found;
}

/**
 * Tells an Office package by the content type of its main part (ECMA-376 part 2, 10.1); names of parts are free. Content types
 * and relationships are read as Word reads them, as XML: a word in them can be written in many ways.
 *
 * @throws FileRefusedError `macros`, `file_type`; ZipError `corrupt`
 */
export async function officeFormat(zip: ZipReader, list: ZipEntry): Promise<SupportedFormat> {
  const types = await readContentTypes(zip, list);
  const all = [...types.parts.values(), ...types.extensions.values()];
  const hasMacros = all.some((type) => MACRO_TYPE.test(type)) || zip.entries.some(({ name }) => MACRO_PART.test(name));
  if (hasMacros) throw macros();
  const mains = await mainParts(zip);
  const kinds = mains.map((part) => types.parts.get(part) ?? types.extensions.get(path.extname(part).slice(1)) ?? '');
  if (kinds.length > 0 && kinds.every((type) => WORD_MAIN.test(type))) return DOCX;
  for (const [pattern, kind] of OTHER_MAINS) if (all.some((type) => pattern.test(type))) throw unsupported(kind);
  // A list that names a Word document, without one that relationships lead to.
  if (mains.length === 0 && all.some((type) => WORD_MAIN.test(type))) throw new ZipError('corrupt');
  throw unsupported('Office package that is no Word file');
}

async function readContentTypes(zip: ZipReader, list: ZipEntry): Promise<ContentTypes> {
  const [parts, extensions] = [new Map<string, string>(), new Map<string, string>()];
  await readList(zip, list, (name, { partname, extension, contenttype = '' }) => {
    const type = contenttype.trim();
    // What is named twice is one thing to one program and another to the next.
    const put = (map: Map<string, string>, key: string): void => {
      if (map.has(key) && map.get(key) !== type) throw new ZipError('corrupt');
      map.set(key, type);
    };
    if (name === 'override' && partname !== undefined) put(parts, partname.replace(/^\//, ''));
    if (name === 'default' && extension !== undefined) put(extensions, extension);
  });
  return { parts, extensions };
}

/** The parts that the package is about, in small letters, of those that are there. @throws FileRefusedError `macros` */
async function mainParts(zip: ZipReader): Promise<string[]> {
  const names = new Set(zip.entries.map(({ name }) => name.toLowerCase()));
  const mains = new Set<string>();
  for (const entry of zip.entries) {
    const name = entry.name.toLowerCase();
    if (!name.endsWith('.rels')) continue;
    await readList(zip, entry, (element, { type = '', target = '' }) => {
      if (element !== 'relationship') return;
      if (MACRO_TYPE.test(type)) throw macros();
      const isMain = name === ROOT_RELATIONSHIPS && type.trim().endsWith('/officedocument');
      if (isMain) mains.add(path.join(target.replace(/^\//, '')));
    });
  }
  return [...mains].filter((name) => names.has(name));
}

/**
 * Hands over the elements of a list with their attributes, all in small letters, names without prefixes.
 *
 * @throws ZipError `corrupt` for what is no XML, and for a document type, which packages must not have (ECMA-376 part 2, 8.1.4)
 */
async function readList(
  zip: ZipReader,
  entry: ZipEntry,
  onElement: (name: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  const bytes = await zip.read(entry, MAX_LIST_BYTES + 1);
  if (bytes.length > MAX_LIST_BYTES) throw new ZipError('archive_entry_size', MAX_LIST_BYTES);
  const local = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();
  const parser = new SaxesParser();
  const fail = (): never => {
    throw new ZipError('corrupt');
  };
  parser.on('error', fail);
  parser.on('doctype', fail);
  parser.on('opentag', ({ name, attributes }) => {
    const lowered = Object.entries(attributes).map(([key, value]) => [local(key), value.toLowerCase()]);
    onElement(local(name), Object.fromEntries(lowered) as Record<string, string>);
  });
  parser.write(decoded(bytes)).close();
}

/** Lists are in UTF-8 or UTF-16 (ECMA-376 part 2, 8.1.4). */
function decoded(bytes: Buffer): string {
  const isWide = bytes[0] === 0 || bytes[1] === 0;
  const encoding = byteOrderMark(bytes) ?? (isWide ? (bytes[0] === 0 ? 'utf-16be' : 'utf-16le') : 'utf-8');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ZipError('corrupt', undefined, error);
  }
}
