import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ExtractedDocument } from '@amks/reader/document/document.types.js';
import type { ExtractionLimits } from '@amks/reader/limits/extraction-limits.js';
import type { MarkupBlock } from '@amks/reader/document/page-source.js';

interface Answer {
  document: ExtractedDocument;
  blocks: MarkupBlock[];
  warnings: string[];
  /** Processor time that the reading took. */
  cpu_ms: number;
  code?: string;
}

/** Reads files of markup in a separate process. */
export interface MarkupFiles {
  read(format: string, content: string | Uint8Array, limits?: Partial<ExtractionLimits>): Promise<Answer>;
  /** Blocks as `kind level: text`, or the code of the refusal. */
  shown(format: string, content: string | Uint8Array): Promise<string[]>;
  refusal(format: string, content: string, limits?: Partial<ExtractionLimits>): Promise<string | undefined>;
  stop(): Promise<void>;
}

export async function startMarkupFiles(): Promise<MarkupFiles> {
  const folder = await mkdtemp(path.join(tmpdir(), 'markup-files-'));
  const reader = fork(path.resolve('test/support/manuals/markup-reader.mjs'));
  const read: MarkupFiles['read'] = async (format, content, limits = {}) => {
    const file = path.join(folder, 'file');
    await writeFile(file, content);
    reader.send({ file, format, limits });
    const [answer] = (await once(reader, 'message')) as [Answer];
    return answer;
  };
  return {
    read,
    shown: async (format, content) => {
      const { blocks, code } = await read(format, content);
      if (code !== undefined) return [code];
      return blocks.map(
        ({ kind, level, inline, text }) => `${[kind, level, inline && 'inline'].filter(Boolean).join(' ')}: ${text}`,
      );
    },
    refusal: async (format, content, limits) => (await read(format, content, limits)).code,
    stop: async () => {
      reader.kill();
      await rm(folder, { recursive: true });
    },
  };
}
