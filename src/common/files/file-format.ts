import { open } from 'node:fs/promises';
import { detect, DETECTION_BYTES } from './format-detection.js';
import { oleRefusal } from './ole-contents.js';
import type { SupportedFormat } from './supported-formats.js';
import { zipFormat } from './zip-contents.js';
import { DEFAULT_ARCHIVE_LIMITS } from './zip-directory.js';

/** The format of a file on disk, by its content. @throws FileRefusedError when it is none that is supported */
export async function formatOf(file: string): Promise<SupportedFormat> {
  const handle = await open(file);
  const { buffer, bytesRead } = await handle
    .read(Buffer.alloc(DETECTION_BYTES), 0, DETECTION_BYTES, 0)
    .finally(() => handle.close());
  const detection = detect(buffer.subarray(0, bytesRead));
  if ('format' in detection) return detection.format;
  if (detection.container === 'zip') return zipFormat(file, DEFAULT_ARCHIVE_LIMITS);
  throw await oleRefusal(file);
}
