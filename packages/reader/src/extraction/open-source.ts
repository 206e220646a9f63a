import type { PageSource } from '../document/page-source.js';
import { ExtractionError } from '../errors/extraction-error.js';
import type { OpenOptions } from '../format.js';
import { findFormat, FORMATS } from '../formats.js';

/** Opens a file of a known media type. @throws ExtractionError if it cannot be read or exceeds a limit */
export async function openSource(
  file: string,
  mediaType: string,
  { limits, onAlive = () => undefined, skippedPages = [] }: Pick<OpenOptions, 'limits'> & Partial<OpenOptions>,
  formats = FORMATS,
): Promise<PageSource> {
  const format = findFormat(mediaType, formats);
  if (!format) throw new ExtractionError('unsupported', mediaType);
  return format.open(file, { limits, onAlive, skippedPages });
}
