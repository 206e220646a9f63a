import type { ZipReader } from '../archive/zip-reader.js';
import { macros } from '../errors/file-refusal.js';
import { ZipError } from '../errors/zip-error.js';
import type { Format } from '../format.js';

export const ODT = 'application/vnd.oasis.opendocument.text';

const TYPES: readonly string[] = [ODT, `${ODT}-template`];
/** Modules of programs. Lists of libraries are also in files without any. */
const MACRO = /^(?:Basic\/(?!.*(?:script|dialog)-l[bc]\.xml$)|Scripts\/)/i;
/** Maximum bytes of the manifest that are searched. */
const MAX_MANIFEST = 8 * 1024 ** 2;

export const ODT_FORMAT: Format = {
  mediaType: ODT,
  name: 'OpenDocument text (ODT)',
  extensions: ['.odt', '.ott'],
  detection: { by: 'package', matches: isOdt },
  pages: 'typeset',
  open: async (file, { limits }) => (await import('./odt-reader.js')).openOdt(file, limits),
};

/** By the media type that the package states (ODF 1.3-2, 3.3). @throws FileRefusedError `macros`; ZipError `encrypted` */
async function isOdt(zip: ZipReader): Promise<boolean> {
  const entry = zip.find('mimetype');
  if (!entry || !TYPES.includes((await zip.read(entry, 200)).toString('latin1').trim())) return false;
  const manifest = zip.find('META-INF/manifest.xml');
  // ODF 1.3-2, 4.4: each encrypted file has this element in the manifest.
  if (manifest && (await zip.read(manifest, MAX_MANIFEST)).includes('encryption-data')) throw new ZipError('encrypted');
  if (zip.entries.some(({ name }) => MACRO.test(name))) throw macros();
  return true;
}
