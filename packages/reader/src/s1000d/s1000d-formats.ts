import type { ZipReader } from '../archive/zip-reader.js';
import type { EntryFormat, Format } from '../format.js';

/** Root elements of data modules and publication modules, the same in issues 2.0 to 6.0. */
const ROOT = /^(?:dmodule|pm)$/;

/** File names of data modules and publication modules (S1000D, chapter 7.5.1). */
const MODULE_NAME = /(?:^|\/)(?:DMC|PMC|DMODULE)-[^/]*\.xml$/i;

/** Maximum XML files of an archive that are inspected for a module. */
const MAX_CANDIDATES = 100;

export const S1000D_MODULE_FORMAT: Format = {
  mediaType: 'application/xml',
  name: 'S1000D data modules (XML)',
  extensions: ['.xml'],
  detection: { by: 'prolog', matches: ({ root, doctype }) => ROOT.test(root ?? doctype ?? '') },
  pages: 'typeset',
  open: async (file, { limits, onAlive }) => (await import('./s1000d-source.js')).openS1000d(file, limits, onAlive),
};

export const S1000D_PACKAGE_FORMAT: Format = {
  mediaType: 'application/zip',
  name: 'ZIP packages of S1000D data modules',
  extensions: ['.zip'],
  detection: { by: 'archive', matches: containsModule },
  pages: 'typeset',
  open: async (file, { limits, onAlive }) => (await import('./package-source.js')).openPackage(file, limits, onAlive),
};

async function containsModule(zip: ZipReader, formatOf: EntryFormat): Promise<boolean> {
  const xml = zip.entries.filter(({ name }) => /\.xml$/i.test(name));
  const [named, others] = [true, false].map((is) => xml.filter(({ name }) => MODULE_NAME.test(name) === is));
  for (const entry of [...named!, ...others!].slice(0, MAX_CANDIDATES)) {
    if ((await formatOf(entry)) === S1000D_MODULE_FORMAT.mediaType) return true;
  }
  return false;
}
