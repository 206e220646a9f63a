/**
 * Measures an offline package of 5,000 pages: its size against its sources, and in Chromium without a network the time until it can be
 * searched, and until the hits of a query are in the document. The manual is text only, without the figures that make real ones larger, so that
 * the ratio of sizes is the worst.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { ZipWriter } from '../src/common/files/zip-writer.js';
import type { OfflinePackageDocument, PackedPage } from '../src/modules/offline/making/making.repository.js';
import type { PackageFacts } from '../src/modules/offline/making/package-manifest.js';
import { PackagePage } from '../src/modules/offline/making/package-page.js';
import { median, milliseconds, progress, report } from './support/figure.js';
import { writeManual } from './support/manual-pdf.js';
import { ManualText } from './support/manual-text.js';
import { textsOfPdf } from './support/pdf-texts.js';

const PAGES = Number(process.env['BENCH_PAGES'] ?? 5_000);
const QUERIES = 60;
const TARGETS = { ratio: 1.2, search: 200, open: 5_000 };
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'];

const FACTS: PackageFacts = {
  ...{ package_version: 1, issuer: 'bench', livemode: true, package_id: 'pack_bench', base_package_id: null },
  ...{ title: 'Bench', organization: { id: 'org', name: 'Bench' }, made_by: null, aircraft: [], left_out: [] },
  requested_at: new Date(Date.now() - 60_000).toISOString(),
  made_at: new Date(Date.now() - 60_000).toISOString(),
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  documents: [
    {
      ...{
        id: 'doc',
        title: 'Manual',
        document_number: null,
        document_type: 'AMM',
        aircraft_type: 'TR46',
        page_count: PAGES,
        file: 'files/x',
      },
      revision: {
        ...{ id: 'rev', version: '1', revision_date: null, content_sha256: '0'.repeat(64), effectivity: null },
        status: 'active',
      },
      ...{ is_pdf: true, applicability: [] },
    },
  ],
};

async function* pagesOf(texts: readonly string[]): AsyncGenerator<PackedPage> {
  for (const [index, text] of texts.entries()) {
    yield await Promise.resolve({
      page_number: index + 1,
      label: null,
      text,
      facts: [],
      starts: [],
      discrepancies: [],
      temporary_revisions: [],
    });
  }
}

/** Writes the page into the folder. @returns bytes of the ZIP file with the source */
async function makePackage(folder: string, source: string, texts: readonly string[]): Promise<number> {
  const page = new PackagePage();
  const document = { title: 'Manual', document_number: null, page_count: texts.length } as OfflinePackageDocument;
  await page.add(document, pagesOf(texts), () => []);
  const parts = [...(await page.finish(FACTS))];
  await writeFile(path.join(folder, 'index.html'), parts);
  const zip = new ZipWriter();
  const packed = buffer(zip.output);
  await zip.add('index.html', parts);
  await zip.add('files/manual.pdf', createReadStream(source));
  zip.end();
  return (await packed).length;
}

/** Milliseconds from the submission of a query until its hits are in the document. The page measures itself. */
function search(page: Page, query: string): Promise<number> {
  return page.evaluate(
    ([text]) => {
      const scope = globalThis as unknown as { document: { getElementById(id: string): { value: string; form: { requestSubmit(): void } }; querySelector(query: string): { textContent: string } | null }; performance: { now(): number }; setTimeout(work: () => void): void }; // prettier-ignore
      const box = scope.document.getElementById('query');
      box.value = text!;
      const startedAt = scope.performance.now();
      box.form.requestSubmit();
      return new Promise<number>((resolve) => {
        const look = (): void => {
          const status = scope.document.querySelector('#view [role=status]')?.textContent ?? '';
          if (status.includes(text!)) resolve(scope.performance.now() - startedAt);
          else scope.setTimeout(look);
        };
        look();
      });
    },
    [query],
  );
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-offline-'));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ARGUMENTS,
});
try {
  progress(`writing ${PAGES} pages`);
  const source = await writeManual(folder, PAGES);
  const texts = await textsOfPdf(await readFile(source));
  const sourceBytes = (await stat(source)).size;
  const startedAt = performance.now();
  const packageBytes = await makePackage(folder, source, texts);
  const made = performance.now() - startedAt;
  const ratio = packageBytes / sourceBytes;
  report({
    ...{ name: `offline package of ${PAGES} pages of text, by the size of its source`, value: ratio.toFixed(2), ratio },
    ...{ target: `≤ ${TARGETS.ratio}`, holds: ratio <= TARGETS.ratio },
  });
  report({ name: 'making of it, without reading from PostgreSQL', value: milliseconds(made) });
  const context = await browser.newContext();
  await context.setOffline(true);
  const page = await context.newPage();
  const openedAt = performance.now();
  await page.goto(pathToFileURL(path.join(folder, 'index.html')).href);
  await page.getByRole('searchbox').waitFor();
  const open = performance.now() - openedAt;
  report({
    ...{ name: 'opening of it in Chromium', value: milliseconds(open), target: `≤ ${milliseconds(TARGETS.open)}` },
    holds: open <= TARGETS.open,
  });
  const text = new ManualText(3);
  const words = texts[0]!.split(/\s+/).filter((word) => word.length > 4);
  const queries = Array.from({ length: QUERIES }, (_, n) =>
    n % 4 === 0
      ? `"${words.slice(n % 20, (n % 20) + 2).join(' ')}"`
      : n % 4 === 1
        ? 'torque the bolt and install the pump'
        : n % 4 === 2
          ? '32-14-00'
          : text.question(),
  );
  const taken: number[] = [];
  for (const query of queries) taken.push(await search(page, query));
  taken.sort((a, b) => a - b);
  const slow = taken[Math.floor(taken.length * 0.95)]!;
  report({ name: 'a search in it, median', value: milliseconds(median(taken)) });
  report({
    ...{ name: 'a search in it, 95 of 100', value: milliseconds(slow), target: `≤ ${milliseconds(TARGETS.search)}` },
    holds: slow <= TARGETS.search,
  });
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
