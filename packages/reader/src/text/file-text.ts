import { decodeText } from './decode-text.js';
import { ExtractionError } from '../errors/extraction-error.js';

/** A wrong guess is rarely obvious: in a DOS file `25 °C` becomes `25 øC`, and `±` becomes `ñ`. */
export const GUESSED_ENCODING =
  'The file does not declare its character encoding: it was read as Western European (windows-1252). If signs such as ° or ± look wrong, save the file as UTF-8 and upload it again.';

/** For files whose bytes are invalid in the declared encoding, or valid UTF-8. */
export const CONTRADICTED_ENCODING =
  'The file does not match its declared character encoding: it was read in the most likely one. Check signs such as ° or ±, save the file as UTF-8 and upload it again.';

/** Decodes a text file, without byte order mark, with warnings for the user. @throws ExtractionError `corrupt` */
export function fileText(bytes: Uint8Array): { text: string; warnings: string[] } {
  const decoded = decodeText(bytes, true);
  if (decoded === null) throw new ExtractionError('corrupt', 'control characters or invalid encoding');
  return { text: decoded.text.replace(/^\ufeff/, ''), warnings: decoded.isGuess ? [GUESSED_ENCODING] : [] };
}
