import { refusePrograms } from './embedded-programs.js';
import { unsupported } from './file-refusal.js';
import { detect, DETECTION_BYTES } from './format-detection.js';
import { findContentTypes, officeFormat } from './office-package.js';
import type { SupportedFormat } from './supported-formats.js';
import type { ArchiveLimits } from './zip-directory.js';
import { ZipReader } from './zip-reader.js';

/** Kinds of packages that a file of this name gives away. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^AndroidManifest\.xml$/, 'Android application'],
  [/^META-INF\/MANIFEST\.MF$/i, 'Java archive'],
  [/^FixedDoc(?:ument)?Seq/i, 'XPS'],
];

/** XML files looked into before an archive counts as one without data modules. */
const MAX_CANDIDATES = 100;

/** File names that S1000D gives to data modules and publication modules (chapter 7.5.1). */
const MODULE_NAME = /(?:^|\/)(?:DMC|PMC|DMODULE)-[^/]*\.xml$/i;

/**
 * Tells by its contents what a stored ZIP archive is: a Word document or a package of S1000D data modules.
 *
 * @throws FileRefusedError for other kinds by name, for macros, programs, and what exceeds the limits (as ZipError)
 */
export async function zipFormat(file: string, limits: ArchiveLimits): Promise<SupportedFormat> {
  const zip = await ZipReader.open(file, limits);
  try {
    const format = await formatOf(zip);
    await refusePrograms(zip, zip.entries);
    return format;
  } finally {
    zip.close();
  }
}

async function formatOf(zip: ZipReader): Promise<SupportedFormat> {
  const types = findContentTypes(zip);
  if (types) return officeFormat(zip, types);
  const mimetype = zip.find('mimetype');
  if (mimetype) throw unsupported(mimetypeKind((await zip.read(mimetype, 200)).toString('latin1')));
  for (const [name, kind] of KINDS) {
    if (zip.entries.some((entry) => name.test(entry.name))) throw unsupported(kind);
  }
  if (await hasDataModule(zip)) return 'application/zip';
  throw unsupported('ZIP archive without S1000D data modules');
}

function mimetypeKind(mimetype: string): string {
  return mimetype.includes('opendocument') ? 'OpenDocument' : mimetype.includes('epub') ? 'EPUB' : 'ZIP package';
}

async function hasDataModule(zip: ZipReader): Promise<boolean> {
  const xml = zip.entries.filter(({ name }) => /\.xml$/i.test(name));
  const [named, others] = [true, false].map((is) => xml.filter(({ name }) => MODULE_NAME.test(name) === is));
  const candidates = [...named!, ...others!].slice(0, MAX_CANDIDATES);
  for (const entry of candidates) {
    if (isDataModule(await zip.read(entry, DETECTION_BYTES))) return true;
  }
  return false;
}

function isDataModule(head: Buffer): boolean {
  try {
    const detection = detect(head);
    return 'format' in detection && detection.format === 'application/xml';
  } catch {
    return false;
  }
}
