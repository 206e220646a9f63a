import { readFile } from 'node:fs/promises';
import { ExtractionError } from '../errors/extraction-error.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import { fileText } from '../text/file-text.js';
import { MarkupBuilder } from '../markup/markup-builder.js';
import { markupSource } from '../markup/markup-source.js';
import type { MarkupSource } from '../document/page-source.js';
import { MarkdownBlocks } from './markdown-blocks.js';

const FRONT_MATTER = /^---[ \t]*\n((?:[^\n]*\n){0,200}?)---[ \t]*(?:\n|$)/;

/** Comments and scripts. Without an end they extend to the end of the file, as in browsers. */
const UNSEEN = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;

/** Opens a Markdown file. @throws ExtractionError `empty`, `corrupt`, `too_much_text`, `too_many_pages` */
export async function openMarkdown(file: string, limits: ExtractionLimits): Promise<MarkupSource> {
  const bytes = await readFile(file);
  if (bytes.length === 0) throw new ExtractionError('empty');
  const { text: written, warnings } = fileText(bytes);
  const text = written.replace(/\r\n?|[\v\f\u0085\u2028]/g, '\n');
  const frontMatter = FRONT_MATTER.exec(text);
  const builder = new MarkupBuilder(limits.max_file_text_bytes);
  const body = text.slice(frontMatter?.[0].length ?? 0).replace(UNSEEN, '');
  new MarkdownBlocks(builder).read(body.split('\n'));
  const field = (name: string): string | undefined =>
    new RegExp(`^${name}[ \\t]*:[ \\t]*["']?(.*?)["']?[ \\t]*$`, 'im').exec(frontMatter?.[1] ?? '')?.[1];
  const heading = builder.pages.flat().find(({ kind, level }) => kind === 'heading' && level === 1)?.text;
  return markupSource(
    builder,
    { title: field('title') ?? heading ?? null, language: field('lang(?:uage)?'), warnings },
    limits,
  );
}
