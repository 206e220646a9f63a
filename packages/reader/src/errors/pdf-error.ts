import { ExtractionError } from './extraction-error.js';

/** Why pdf.js refuses to open a file: `encrypted` or `corrupt`. */
export function fromPdfError(error: unknown): ExtractionError {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  // pdf.js opens no file that is encrypted for certificates (ISO 32000-2, 7.6.5) and has no error class for them.
  const isEncrypted = name === 'PasswordException' || /unknown encryption method/i.test(message);
  return new ExtractionError(isEncrypted ? 'encrypted' : 'corrupt', `${name}: ${message}`);
}
