import type { EntryFormat, Format } from '../format.js';
import { FORMATS } from '../formats.js';
import { ZipReader } from '../archive/zip-reader.js';
import { unsupported } from '../errors/file-refusal.js';
import type { ArchiveLimits } from '../limits/extraction-limits.js';
import { refusePrograms } from './embedded-programs.js';
import { detect, DETECTION_BYTES } from './format-detection.js';

/** Kinds of packages that the name of a file in them identifies. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^AndroidManifest\.xml$/, 'Android application'],
  [/^META-INF\/MANIFEST\.MF$/i, 'Java archive'],
  [/^FixedDoc(?:ument)?Seq/i, 'XPS'],
];

/**
 * Detects the media type of a ZIP archive by its contents.
 * @throws FileRefusedError `file_type`, `macros`, `executable`, `malware`, `inspection_limit`; ZipError
 */
export async function zipFormat(file: string, limits: ArchiveLimits, formats = FORMATS): Promise<string> {
  const zip = await ZipReader.open(file, limits);
  try {
    const format = await formatOf(zip, formats);
    await refusePrograms(zip, zip.entries);
    return format.mediaType;
  } finally {
    zip.close();
  }
}

async function formatOf(zip: ZipReader, formats: readonly Format[]): Promise<Format> {
  for (const format of formats) {
    if (format.detection.by === 'package' && (await format.detection.matches(zip))) return format;
  }
  const mimetype = zip.find('mimetype');
  if (mimetype) throw unsupported(mimetypeKind((await zip.read(mimetype, 200)).toString('latin1')));
  for (const [name, kind] of KINDS) {
    if (zip.entries.some((entry) => name.test(entry.name))) throw unsupported(kind);
  }
  const entryFormat: EntryFormat = async (entry) => supportedFormat(await zip.read(entry, DETECTION_BYTES), formats);
  for (const format of formats) {
    if (format.detection.by === 'archive' && (await format.detection.matches(zip, entryFormat))) return format;
  }
  throw unsupported('ZIP archive without S1000D data modules');
}

function mimetypeKind(mimetype: string): string {
  return mimetype.includes('opendocument') ? 'OpenDocument' : mimetype.includes('epub') ? 'EPUB' : 'ZIP package';
}

function supportedFormat(head: Buffer, formats: readonly Format[]): string | null {
  try {
    const detection = detect(head, formats);
    return 'format' in detection ? detection.format : null;
  } catch {
    return null;
  }
}
