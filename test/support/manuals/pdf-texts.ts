import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@amks/reader/processes/installation.js';

const READER = path.join(projectRoot(), 'packages/reader/bin/reader.js');

/** The whole text of each page of a PDF, running headers and footers included. Read by the command, as pdf.js does not run in Jest. */
export async function pdfTexts(content: Uint8Array): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pdf-texts-'));
  try {
    const file = path.join(folder, 'file.pdf');
    await writeFile(file, content);
    const options = { maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)(process.execPath, [READER, '--json', file], options);
    const { pages } = JSON.parse(stdout) as { pages: { page: { text: string } }[] };
    return pages.map(({ page }) => page.text);
  } finally {
    await rm(folder, { recursive: true });
  }
}
