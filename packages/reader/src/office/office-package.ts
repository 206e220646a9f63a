import path from 'node:path/posix';
import { SaxesParser } from 'saxes';
import { byteOrderMark } from '../text/decode-text.js';
import { macros, unsupported } from '../errors/file-refusal.js';
import type { ZipEntry } from '../archive/zip-directory.js';
import { ZipError } from '../errors/zip-error.js';
import type { ZipReader } from '../archive/zip-reader.js';

const CONTENT_TYPES = '[content_types].xml';
const ROOT_RELATIONSHIPS = '_rels/.rels';

/** Maximum bytes of the content types, and of the relationships of one part. */
const MAX_LIST_BYTES = 8 * 1024 ** 2;

export type OfficeKind = 'document' | 'workbook' | 'presentation';

/** Content types of the main part: files, and templates and shows. */
const MAINS: readonly (readonly [RegExp, OfficeKind])[] = [
  [/^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.(?:document|template)\.main\+xml$/, 'document'],
  [/^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.(?:sheet|template)\.main\+xml$/, 'workbook'],
  [
    /^application\/vnd\.openxmlformats-officedocument\.presentationml\.(?:presentation|template|slideshow)\.main\+xml$/,
    'presentation',
  ],
];
/** Excel's binary workbooks have a type that says `macroEnabled` with macros and without. */
const BINARY_WORKBOOK = /ms-excel\.sheet\.binary/;

/** In content types and in types of relationships: macros of Word and Excel, also those of Excel 4. */
const MACRO_TYPE = /macroenabled|vbaproject|vbadata|macrosheet/;
const MACRO_PART = /(?:^|\/)vba(?:project|data)[^/]*$/i;

/** Content types by part and by extension, in lowercase: they are case-insensitive (ECMA-376-2, 9.1). */
interface ContentTypes {
  parts: ReadonlyMap<string, string>;
  extensions: ReadonlyMap<string, string>;
}

/** The list of content types that makes an archive an Office package. @throws ZipError `corrupt` if there are two */
function findContentTypes(zip: ZipReader): ZipEntry | undefined {
  const [found, second] = zip.entries.filter(({ name }) => name.toLowerCase() === CONTENT_TYPES);
  if (second) throw new ZipError('corrupt');
  return found;
}

const kinds = new WeakMap<ZipReader, Promise<OfficeKind | null>>();

/**
 * The kind of an Office package by the content type of its main part (ECMA-376 part 2, 10.1); names of parts are free. Content types and
 * relationships are parsed as XML, as Office parses them: a text search would miss escaped names.
 * @returns null for an archive that is not an Office package
 * @throws FileRefusedError `macros`, `file_type` for other Office packages; ZipError `corrupt`
 */
export function officeKind(zip: ZipReader): Promise<OfficeKind | null> {
  const kind = kinds.get(zip) ?? readKind(zip);
  kinds.set(zip, kind);
  return kind;
}

async function readKind(zip: ZipReader): Promise<OfficeKind | null> {
  const list = findContentTypes(zip);
  if (!list) return null;
  const types = await readContentTypes(zip, list);
  const all = [...types.parts.values(), ...types.extensions.values()];
  if (all.some((type) => BINARY_WORKBOOK.test(type))) throw unsupported('binary Excel workbook');
  const hasMacros = all.some((type) => MACRO_TYPE.test(type)) || zip.entries.some(({ name }) => MACRO_PART.test(name));
  if (hasMacros) throw macros();
  const mains = await mainParts(zip);
  const mainTypes = mains.map(
    (part) => types.parts.get(part) ?? types.extensions.get(path.extname(part).slice(1)) ?? '',
  );
  for (const [pattern, kind] of MAINS)
    if (mains.length > 0 && mainTypes.every((type) => pattern.test(type))) return kind;
  // The list names a document that no relationship leads to.
  const isNamed = all.some((type) => MAINS.some(([pattern]) => pattern.test(type)));
  if (mains.length === 0 && isNamed) throw new ZipError('corrupt');
  throw unsupported('Office package that is no document, workbook or presentation');
}

async function readContentTypes(zip: ZipReader, list: ZipEntry): Promise<ContentTypes> {
  const [parts, extensions] = [new Map<string, string>(), new Map<string, string>()];
  await readList(zip, list, (name, { partname, extension, contenttype = '' }) => {
    const type = contenttype.trim();
    // Programs disagree about duplicate names.
    const put = (map: Map<string, string>, key: string): void => {
      if (map.has(key) && map.get(key) !== type) throw new ZipError('corrupt');
      map.set(key, type);
    };
    if (name === 'override' && partname !== undefined) put(parts, partname.replace(/^\//, ''));
    if (name === 'default' && extension !== undefined) put(extensions, extension);
  });
  return { parts, extensions };
}

/** Existing main parts of the package, in lowercase. @throws FileRefusedError `macros` */
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

/** Calls `onElement` in lowercase without prefixes. @throws ZipError `corrupt` for invalid XML or a DOCTYPE (ECMA-376-2, 8.1.4) */
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
