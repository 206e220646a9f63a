import { cp, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MINILM_FILES, minilmFolder, verifyMinilmFiles } from './minilm-files.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'minilm-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('verifyMinilmFiles', () => {
  it('accepts the installed files', async () => {
    await expect(verifyMinilmFiles(minilmFolder())).resolves.toBeUndefined();
  });

  it('names a file with other bytes, and what it should be', async () => {
    await mkdir(path.join(folder, 'onnx'));
    for (const name of Object.keys(MINILM_FILES)) await writeFile(path.join(folder, name), 'tampered');
    await expect(verifyMinilmFiles(folder)).rejects.toThrow('tokenizer.json has sha256');
    await expect(verifyMinilmFiles(folder)).rejects.toThrow(`instead of ${MINILM_FILES['tokenizer.json']}`);
  });

  it('remembers a check until a file changes', async () => {
    const stamp = path.join(folder, 'stamp');
    const model = path.join(folder, 'model');
    await cp(minilmFolder(), model, { recursive: true });
    await verifyMinilmFiles(model, stamp);
    const made = await stat(stamp);
    await verifyMinilmFiles(model, stamp);
    expect((await stat(stamp)).mtimeMs).toBe(made.mtimeMs);
    const file = path.join(model, 'tokenizer.json');
    const { atime, mtime } = await stat(file);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('a', 'b'));
    await utimes(file, atime, mtime);
    await expect(verifyMinilmFiles(model, stamp)).rejects.toThrow('tokenizer.json has sha256');
  });

  it('names a missing file', async () => {
    await expect(verifyMinilmFiles(folder)).rejects.toThrow('tokenizer.json cannot be read');
  });
});
