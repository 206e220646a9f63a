/**
 * Reads generated scans (typewritten, 200 dpi, rotated by half a degree, noisy) in a child process like the service's.
 * Measures pages per second of one core and the character error rate. The floor is Tesseract alone on the same decoded
 * images.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { Extractor } from '@amks/reader/extraction/extractor.js';
import { DEFAULT_EXTRACTION_LIMITS } from '@amks/reader/limits/extraction-limits.js';
import { OcrEngine } from '@amks/reader/ocr/ocr-engine.js';
import { OCR_DPI } from '@amks/reader/ocr/scan-image.js';
import { progress, report } from './support/figure.js';
import { childrenCpuSeconds, descendants, residentMib } from './support/process-stats.js';
import { writeScannedManual } from './support/scanned-pages.js';

const PAGES = 10;
const SCAN_DPI = 200;
const TARGETS = { pagesPerSecond: 0.4, errorPercent: 1 };

interface Reading {
  texts: string[];
  cpuSeconds: number;
  peakMib: number;
}

async function readAsService(file: string): Promise<Reading> {
  const before = childrenCpuSeconds(process.pid);
  const texts: string[] = [];
  const extractor = new Extractor({ limits: DEFAULT_EXTRACTION_LIMITS, max_processes: 1 });
  let peakMib = 0;
  await extractor.read(
    {
      file,
      format: 'application/pdf',
      embed: false,
      onPage: ({ page }) => {
        texts.push(page.text);
        peakMib = Math.max(peakMib, ...descendants(process.pid).map(residentMib));
      },
    },
    'test',
  );
  const cpuSeconds = childrenCpuSeconds(process.pid) - before;
  extractor.close();
  return { texts, cpuSeconds, peakMib };
}

/** CPU seconds of recognition, without starting the engine. */
async function readAlone(pictures: readonly Buffer[]): Promise<number> {
  const engine = new OcrEngine();
  const scale = OCR_DPI / SCAN_DPI;
  let seconds = 0;
  for (const [i, picture] of [pictures[0]!, ...pictures].entries()) {
    const { width = 0 } = await sharp(picture).metadata();
    const { data, info } = await sharp(picture)
      .resize(Math.round(width * scale))
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const before = process.cpuUsage();
    await engine.recognize({ ...info, data, scale: OCR_DPI / 72 }, 'columns', 120_000);
    const { user, system } = process.cpuUsage(before);
    if (i > 0) seconds += (user + system) / 1e6;
  }
  await engine.close();
  return seconds;
}

/** Levenshtein distance, ignoring white space. */
function differences(a: string, b: string): number {
  let row = Uint32Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = new Uint32Array(b.length + 1).fill(i, 0, 1);
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-ocr-'));
  try {
    progress(`scanning ${PAGES} pages`);
    const { file, texts, pictures } = await writeScannedManual(folder, PAGES);
    progress('reading them');
    const read = await readAsService(file);
    const floor = PAGES / (await readAlone(pictures));
    const rate = PAGES / read.cpuSeconds;
    const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
    const wrong = texts.reduce((sum, text, i) => sum + differences(plain(read.texts[i] ?? ''), plain(text)), 0);
    const errorPercent = (100 * wrong) / texts.reduce((sum, text) => sum + plain(text).length, 0);
    report({
      name: `OCR of ${PAGES} scanned pages, a core`,
      value: `${rate.toFixed(2)} pages/s`,
      floor: `${floor.toFixed(2)} pages/s`,
      ratio: rate / floor,
      target: `≥ ${TARGETS.pagesPerSecond}/s`,
      holds: rate >= TARGETS.pagesPerSecond,
    });
    report({
      name: 'OCR, characters wrong',
      value: `${errorPercent.toFixed(2)} %`,
      target: `≤ ${TARGETS.errorPercent} %`,
      holds: errorPercent <= TARGETS.errorPercent,
    });
    report({ name: 'OCR, memory of the child process', value: `${read.peakMib.toFixed(0)} MiB` });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
