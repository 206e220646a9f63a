import { open } from 'node:fs/promises';
import { EMAIL } from '../email/email-format.js';
import { FORMATS } from '../formats.js';
import { DEFAULT_ARCHIVE_LIMITS, DEFAULT_MAIL_LIMITS } from '../limits/extraction-limits.js';
import { detect, DETECTION_BYTES } from './format-detection.js';
import { mailFiles } from './mail-contents.js';
import { oleRefusal } from './ole-contents.js';
import { zipFormat } from './zip-contents.js';

/** Detects the media type of a file on disk by its content. @throws FileRefusedError if it is not supported */
export async function formatOf(file: string, formats = FORMATS): Promise<string> {
  const handle = await open(file);
  const { buffer, bytesRead } = await handle
    .read(Buffer.alloc(DETECTION_BYTES), 0, DETECTION_BYTES, 0)
    .finally(() => handle.close());
  const detection = detect(buffer.subarray(0, bytesRead), formats);
  if ('format' in detection) return detection.format;
  if (detection.container === 'zip') return zipFormat(file, DEFAULT_ARCHIVE_LIMITS, formats);
  if (detection.container === 'mail') {
    await mailFiles(file, DEFAULT_MAIL_LIMITS);
    return EMAIL;
  }
  throw await oleRefusal(file);
}
