import { EMAIL } from '../email/email-format.js';
import { ExtractionError } from '../errors/extraction-error.js';
import { executable, inspectionLimit } from '../errors/file-refusal.js';
import { ZipError } from '../errors/zip-error.js';
import type { MailLimits } from '../limits/extraction-limits.js';
import { refuseProgram } from './embedded-programs.js';
import { PackedPrograms } from './packed-programs.js';
import { isProgramName } from './program-names.js';

const OLE_SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * The media type of an e-mail. Programs among its attachments are refused, also those of attached messages.
 * @throws FileRefusedError `executable`, `malware`, `macros`, `inspection_limit`; ZipError `encrypted`
 */
export async function mailFormat(file: string, limits: MailLimits): Promise<string> {
  const { attachmentsOf, parseMail, readMail } = await import('../email/mail-file.js');
  const packed = new PackedPrograms();
  const mails = [await readMail(file, limits).catch(refusal)];
  for (let i = 0; i < mails.length; i += 1) {
    if (mails.length > limits.max_messages) throw inspectionLimit();
    for (const { name, mediaType, bytes } of attachmentsOf(mails[i]!)) {
      if (name !== null && isProgramName(name)) throw executable(name);
      if (bytes.length === 0) continue;
      if (mediaType === EMAIL) mails.push(await parseMail(bytes, limits).catch(refusal));
      else if (OLE_SIGNATURE.equals(bytes.subarray(0, OLE_SIGNATURE.length)))
        await packed.refuse(name ?? '', once(bytes));
      else refuseProgram(name ?? '', Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    }
  }
  return EMAIL;
}

function refusal(error: unknown): never {
  if (!(error instanceof ExtractionError)) throw error;
  throw error.code === 'encrypted' ? new ZipError('encrypted') : inspectionLimit();
}

// eslint-disable-next-line @typescript-eslint/require-await -- as streams of entries are
async function* once(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes);
}
