import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { FileRefusedError } from '../errors/file-refusal.js';
import { formatOf } from './file-format.js';

describe('the format of a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'file-format-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const formatIn = async (content: string | Uint8Array): Promise<string> => {
    const file = path.join(folder, 'sample.pdf');
    await writeFile(file, content);
    return formatOf(file);
  };
  const module = '<?xml version="1.0"?><dmodule><content/></dmodule>';

  it.each<[string, string | Uint8Array]>([
    ['application/pdf', '%PDF-1.7\n'],
    ['text/markdown', '# Wheels\n\n- One\n- Two\n\n## Brakes\n'],
    ['text/html', '<!DOCTYPE html><html><body>Wheels</body></html>'],
    ['application/xml', module],
    ['application/zip', zipSync({ 'DMC-A-32.xml': strToU8(module) })],
  ])('is %s by its content, whatever its name', async (format, content) => {
    expect(await formatIn(content)).toBe(format);
  });

  it('is null for unsupported files', async () => {
    await expect(formatIn('{\\rtf1 text}')).rejects.toThrow(FileRefusedError);
  });
});
