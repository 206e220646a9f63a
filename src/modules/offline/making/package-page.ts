import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { PageIndexWriter } from '@amks/search-engine/offline/page-index.js';
import { documentTerms } from '@amks/search-engine/offline/page-terms.js';
import { EventLoopYielder } from '../../../common/runtime/event-loop-yielder.js';
import type { OfflinePackageDocument, PackedPage } from './making.repository.js';
import type { PackageFacts } from './package-manifest.js';
import { pageVerdicts, type AircraftDecision } from './page-verdicts.js';
import { UnmakeableError } from './unmakeable.error.js';

/** Of all texts: browsers hold them in memory. */
const MAX_CHARACTERS = 50_000_000;
const compress = promisify(gzip);
const MAX_LEVEL = { level: 9 };

/**
 * Makes `index.html`: program, texts and index in one file, because pages of `file://` can load nothing else. All data is Base64 in blocks that
 * are never executed, so that no text of a document becomes markup.
 */
export class PackagePage {
  private readonly index = new PageIndexWriter();
  private readonly texts: string[] = [];
  private readonly yielder = new EventLoopYielder();
  private characters = 0;

  /** @param decisionsOn of a page, one for each aircraft @throws UnmakeableError */
  async add(
    document: OfflinePackageDocument,
    pages: AsyncIterable<PackedPage>,
    decisionsOn: (page: PackedPage) => AircraftDecision[],
  ): Promise<void> {
    // Each page is compressed as it is read: a document in one piece would hold up the process.
    const content = await pipeline(this.packed(document, pages, decisionsOn), createGzip(MAX_LEVEL), buffer);
    this.texts.push(content.toString('base64'));
  }

  /** The pages as JSON. */
  private async *packed(
    document: OfflinePackageDocument,
    pages: AsyncIterable<PackedPage>,
    decisionsOn: (page: PackedPage) => AircraftDecision[],
  ): AsyncGenerator<string> {
    const ofDocument = documentTerms(document);
    let count = 0;
    for await (const page of pages) {
      this.characters += page.text.length;
      if (this.characters > MAX_CHARACTERS) throw new UnmakeableError('too_large');
      this.index.add(page.text, ofDocument);
      yield `${count === 0 ? '[' : ','}${JSON.stringify(packedPage(page, decisionsOn(page)))}`;
      count += 1;
      await this.yielder.yieldIfDue();
    }
    if (count !== document.page_count) throw new Error('pages of the revision are missing');
    yield count === 0 ? '[]' : ']';
  }

  async finish(facts: PackageFacts): Promise<Iterable<string>> {
    const folder = path.join(projectRoot(), 'dist', 'offline');
    const [program, style] = await Promise.all(
      ['viewer.js', 'viewer.css'].map((name) => readFile(path.join(folder, name), 'utf8')),
    );
    const about = await encoded(JSON.stringify(facts));
    const index = await encoded(await this.index.finish(() => this.yielder.yieldIfDue()));
    const { texts } = this;
    return (function* () {
      yield head(program!, style!);
      yield block('about', about);
      yield block('index', index);
      for (const text of texts) yield block('pages', text);
      yield `<script>${program}</script>\n</body>\n</html>\n`;
    })();
  }
}

/** What a page does not have is left out. */
function packedPage(page: PackedPage, decisions: readonly AircraftDecision[]): unknown[] {
  const { letters, parts, statements } = pageVerdicts(page, decisions);
  const discrepancies = page.discrepancies.map(({ id, severity, quote, description, interim_instruction }) => ({
    ...{ id, severity, quote, description, interim_instruction },
  }));
  const lists = { discrepancies, parts, statements, temporary_revisions: page.temporary_revisions };
  const more = Object.entries(lists).filter(([, list]) => list.length > 0);
  const [number, label, text] = [page.page_number, page.label, page.text];
  return [number, label, text, letters, ...(more.length > 0 ? [Object.fromEntries(more)] : [])];
}

async function encoded(content: string | Uint8Array): Promise<string> {
  return (await compress(content, MAX_LEVEL)).toString('base64');
}

const block = (name: string, content: string): string =>
  `<script type="application/octet-stream" data-block="${name}">${content}</script>\n`;

function head(program: string, style: string): string {
  const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = [
    `default-src 'none'`,
    `script-src ${hashOf(program)}`,
    `style-src ${hashOf(style)}`,
    // The browser's own viewer shows source files next to this page.
    `frame-src 'self' file:`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Offline package</title>
<style>${style}</style>
</head>
<body>
<noscript>This package needs JavaScript. Do not work by it without its search and its expiry.</noscript>
<main id="viewer"></main>
`;
}
