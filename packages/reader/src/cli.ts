/** The command `reader FILE`: prints what is read from a file. It reads in this process: use it for files that you trust. */
import { parseArgs } from 'node:util';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import { formatOf } from './detection/file-format.js';
import { ExtractionError } from './errors/extraction-error.js';
import { FileRefusedError } from './errors/file-refusal.js';
import { limitMessage } from './errors/limit-message.js';
import type { EmbeddedPassage, ExtractionState, PageMessage } from './extraction/child-protocol.js';
import { extractPages, summarize } from './extraction/extraction-pipeline.js';
import { openSource } from './extraction/open-source.js';
import { findFormat, SUPPORTED_SENTENCE } from './formats.js';
import { DEFAULT_EXTRACTION_LIMITS as limits } from './limits/extraction-limits.js';
import { MiniLmTokenizer } from './minilm/minilm-tokenizer.js';

const USAGE = 'Usage: reader [--json] FILE\n';

type Page = Pick<PageMessage, 'page' | 'passages' | 'ocr_confidence' | 'error'>;

type Summary = Record<'format' | 'media_type', string> &
  Record<'document' | 'suggested', object> & { warnings: string[] };

async function main(): Promise<void> {
  const { values, positionals } = parsedArguments();
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) return fail(USAGE, 2);
  try {
    const pages: Page[] = [];
    const onPage = values.json
      ? ({ page, passages, ocr_confidence, error }: Page) => void pages.push({ page, passages, ocr_confidence, error })
      : (page: Page) => print(pageText(page));
    const summary = await read(file, onPage);
    print(values.json ? JSON.stringify({ ...summary, pages }, null, 2) : summaryText(summary));
  } catch (error) {
    fail(`${sentence(error)}\n`, 1);
  }
}

function parsedArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { json: { type: 'boolean', default: false } } });
  } catch {
    return { values: { json: false }, positionals: [] };
  }
}

/** @throws FileRefusedError, ExtractionError, Error of the file system */
async function read(file: string, onPage: (page: Page) => void): Promise<Summary> {
  const mediaType = await formatOf(file);
  const source = await openSource(file, mediaType, { limits });
  try {
    const tokenizer = await MiniLmTokenizer.load();
    const tools = { countTokens: (text: string) => tokenizer.countTokens(text), extractIdentifiers };
    const options = { limits, from_page: 1, state: null, tools, embed: null, onProgress: () => undefined };
    let state: ExtractionState | null = null;
    for await (const read of extractPages(source, options)) {
      state = read.state;
      onPage(read);
    }
    const { language, warnings } = summarize(source, state);
    return {
      format: findFormat(mediaType)!.name,
      media_type: mediaType,
      document: { ...source.document, language },
      suggested: state?.suggested ?? {},
      warnings,
    };
  } finally {
    await source.close();
  }
}

function pageText({ page, passages, ocr_confidence, error }: Page): string {
  const label = page.label === null ? '' : ` (${page.label})`;
  const confidence = ocr_confidence === null ? '' : `, OCR confidence ${ocr_confidence} %`;
  return [
    `Page ${page.page_number}${label}${confidence}`,
    ...(error === undefined ? [] : [`  could not be read: ${error}`]),
    ...page.blocks.map(
      ({ kind, level, text }) => `  ${kind}${level === undefined ? '' : ` ${level}`}: ${oneLine(text)}`,
    ),
    ...passages.flatMap(passageLines),
    '',
  ].join('\n');
}

function passageLines({ ordinal, kind, section, start, end, notices, facts }: EmbeddedPassage): string[] {
  const known = Object.entries(facts).map(([name, value]) => `      ${name}: ${JSON.stringify(value)}`);
  return [
    `  passage ${ordinal}: ${kind}, characters ${start}–${end}, section ${section.join(' > ') || '(none)'}`,
    ...notices.map((notice) => `      governed by ${notice.kind}: ${oneLine(notice.text)}`),
    ...known,
  ];
}

function summaryText({ format, media_type, document, suggested, warnings }: Summary): string {
  return [
    `Format: ${format}, ${media_type}`,
    `Document: ${JSON.stringify(document)}`,
    `Suggested: ${JSON.stringify(suggested)}`,
    `Warnings: ${warnings.length === 0 ? 'none' : ''}`,
    ...warnings.map((warning) => `  ${warning}`),
  ].join('\n');
}

function sentence(error: unknown): string {
  if (error instanceof ExtractionError) return limitMessage(error.code, limits);
  if (!(error instanceof FileRefusedError)) return error instanceof Error ? error.message : String(error);
  return error.reason === 'file_type' ? `${error.message} ${SUPPORTED_SENTENCE}` : error.message;
}

const oneLine = (text: string): string => text.replaceAll('\n', ' / ');
const print = (text: string): void => void process.stdout.write(`${text}\n`);

function fail(text: string, code: number): void {
  process.stderr.write(text);
  process.exitCode = code;
}

await main();
