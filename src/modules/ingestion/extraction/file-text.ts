import { decodeText } from '../../../common/files/decode-text.js';
import { ExtractionError } from './extraction-error.js';

/**
 * Said of every file whose encoding was guessed. A wrong guess is seldom garbage throughout: of a file of DOS it turns only
 * `25 °C` into `25 øC`, and `±` into `ñ`.
 */
export const GUESSED_ENCODING =
  'The file does not say how its characters are encoded: they were read as Western European (windows-1252). If signs such as ° or ± look wrong, save the file as UTF-8 and upload it again.';

/** Said of a file whose bytes are no text in the encoding that it declares, or are plainly text in UTF-8. */
export const CONTRADICTED_ENCODING =
  'The characters of the file are not encoded as it declares: they were read as they most likely are. Check signs such as ° or ±, save the file as UTF-8 and upload it again.';

/**
 * The text of a text file, without byte order mark, and what its reader should know.
 *
 * @throws ExtractionError `corrupt`
 */
export function fileText(bytes: Uint8Array): { text: string; warnings: string[] } {
  const decoded = decodeText(bytes, true);
  if (decoded === null) throw new ExtractionError('corrupt', 'control characters or invalid encoding');
  return { text: decoded.text.replace(/^\ufeff/, ''), warnings: decoded.isGuess ? [GUESSED_ENCODING] : [] };
}
