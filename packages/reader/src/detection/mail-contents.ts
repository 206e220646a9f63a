import { beginsAsMail, EMAIL } from '../email/email-format.js';
import type { MailAttachment } from '../email/mail-file.js';
import { ExtractionError } from '../errors/extraction-error.js';
import { executable, inspectionLimit } from '../errors/file-refusal.js';
import { ZipError } from '../errors/zip-error.js';
import type { MailLimits } from '../limits/extraction-limits.js';
import { refuseProgram } from './embedded-programs.js';
import { DETECTION_BYTES } from './format-detection.js';
import { PackedPrograms } from './packed-programs.js';
import { isProgramName } from './program-names.js';

const OLE_SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * The files in an e-mail and in the messages attached to it, in the same order at each call. Programs among them are refused.
 * @throws FileRefusedError `executable`, `malware`, `macros`, `inspection_limit`; ZipError `encrypted`
 */
export async function mailFiles(file: string, limits: MailLimits): Promise<MailAttachment[]> {
  const { attachmentsOf, parseMail, readMail } = await import('../email/mail-file.js');
  const packed = new PackedPrograms();
  const files: MailAttachment[] = [];
  const mails = [await readMail(file, limits).catch(refusal)];
  for (let i = 0; i < mails.length; i += 1) {
    if (mails.length > limits.max_messages) throw inspectionLimit();
    for (const attachment of attachmentsOf(mails[i]!)) {
      const { name, mediaType, bytes, isPartOfMessage } = attachment;
      if (name !== null && isProgramName(name)) throw executable(name);
      if (bytes.length === 0) continue;
      if (mediaType === EMAIL) {
        mails.push(await parseMail(bytes, limits).catch(refusal));
        continue;
      }
      if (OLE_SIGNATURE.equals(bytes.subarray(0, OLE_SIGNATURE.length))) await packed.refuse(name ?? '', once(bytes));
      else refuseProgram(name ?? '', Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
      if (!isPartOfMessage) files.push(attachment);
      // Some programs attach messages as files of any type.
      if (beginsAsMail(Buffer.from(bytes.subarray(0, DETECTION_BYTES)).toString('latin1')))
        mails.push(await parseMail(bytes, limits).catch(refusal));
    }
  }
  return files;
}

function refusal(error: unknown): never {
  if (!(error instanceof ExtractionError)) throw error;
  throw error.code === 'encrypted' ? new ZipError('encrypted') : inspectionLimit();
}

// eslint-disable-next-line @typescript-eslint/require-await -- as streams of entries are
async function* once(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes);
}
