import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export const digestOf = (content) => createHash('sha256').update(content).digest('base64url').slice(0, 16);

/** Writes a file with its compressed forms. Returns its entry in `files.json`, by which the service serves it. */
export function writeServed(folder, address, type, content, hashed) {
  const file = address.slice(1).replaceAll('/', '+');
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const forms = { '': content, '.br': brotliCompressSync(content, { params }), '.gz': gzipSync(content, { level: 9 }) };
  for (const [ending, bytes] of Object.entries(forms)) writeFileSync(path.join(folder, file + ending), bytes);
  return { address, type, file, tag: digestOf(content), hashed };
}
