import type { MarkupBlock } from '@amks/reader/document/page-source.js';
import { readS1000d, writeS1000d, type S1000dFile } from '@amks/reader/s1000d/s1000d-file.js';
import type { Library } from '@amks/reader/s1000d/content/writer.js';
import { DEFAULT_XML_LIMITS } from '@amks/reader/limits/extraction-limits.js';
import { dataModule, type ModuleOptions } from './s1000d-modules.js';

export const ALONE: Library = { titleOf: () => undefined, noticeOf: () => undefined };

// eslint-disable-next-line @typescript-eslint/require-await -- as streams of files are
async function* stream(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** A module by its text. */
export const readModule = (text: string): Promise<S1000dFile> => readS1000d(stream(text), DEFAULT_XML_LIMITS);

/** Blocks of a module behind its title, code and applicability, as `kind level text`. */
export async function linesOf(content: string, options: ModuleOptions = {}, library = ALONE): Promise<string[]> {
  const { blocks } = writeS1000d(await readModule(dataModule(content, { applicability: '', ...options })), library);
  return blocks.slice(2).map(toLine);
}

export function toLine({ kind, level, reach, text }: MarkupBlock): string {
  const governs = reach === undefined ? '' : 'step' in reach ? ` step ${reach.step}` : ` section ${reach.section}`;
  return `${kind}${level ?? ''}${governs}: ${text}`;
}

export const procedure = (steps: string, requirements = '') =>
  `<procedure>${requirements}<mainProcedure>${steps}</mainProcedure></procedure>`;
