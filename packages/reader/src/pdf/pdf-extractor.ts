import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { cutText } from '@amks/language/text/cut-text.js';
import type { Caveat } from '../document/caveats.js';
import { ExtractionError } from '../errors/extraction-error.js';
import { fromPdfError } from '../errors/pdf-error.js';
import type { OutlineEntry } from '../document/document.types.js';
import type { LayoutSource } from '../document/page-source.js';
import { attachmentWarnings } from './pdf-attachments.js';
import { readAnnotations } from './annotation-text.js';
import type { PageInk } from './ink.js';
import { readInk } from './page-ink.js';
import { readableItems } from './page-text.js';
import { withoutRevisionMarks } from '../layout/rows/revision-marks.js';
import { placeRuns, toRows } from '../layout/rows/rows.js';
import { cornersOf } from '../layout/rows/text-boxes.js';
import { cleanLine, pageError } from '../text/text-cleanup.js';
import type { RawPage, TextRun } from '../layout/rows/text-line.js';

type PdfJs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

/** Maximum size of the table of contents; a larger one is a loop or an index. */
const MAX_OUTLINE_ENTRIES = 5_000;
const MAX_OUTLINE_DEPTH = 10;

/** pdf.js walks the page tree to find the page of an entry, which takes too long in large files. */
const MAX_OUTLINE_MS = 5_000;

/** Pages after which the parser's caches are dropped. */
const CLEANUP_INTERVAL = 50;

/** Slant, as a share of a right angle, above which text is neither upright nor sideways: ten degrees. */
const MAX_SLANT = 1 / 9;
const SLANTED = -1;

const NO_INK: PageInk = { glyphs: [], rules: [], fills: [], pictures: [], fonts: new Map(), overlays: new Map() };
const NO_ANNOTATIONS: Awaited<ReturnType<typeof readAnnotations>> = { items: [], strikes: [], caveats: [] };

const LEGIBLE = /[^\s\ufffd]/;

const BOLD = /bold|black|heavy|[^a-z]demi|CMBX|CMSSBX|(?:^|[-,])BD/i;

/**
 * Opens a PDF for reading text. Nothing is drawn, executed or fetched; images are not decoded. A file encrypted with an empty user password
 * opens, as in every viewer.
 * @param skippedPages numbers of pages not to read
 * @throws ExtractionError `encrypted`, `corrupt` or `empty`
 */
export async function openPdf(
  file: string,
  maxPages: number,
  skippedPages: readonly number[] = [],
): Promise<LayoutSource> {
  const bytes = await readFile(file);
  if (bytes.length === 0) throw new ExtractionError('empty');
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const assets = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const document = await pdfjs
    .getDocument({
      data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length),
      // Without them text in CJK fonts that are not embedded comes out empty.
      cMapUrl: `${assets}/cmaps/`,
      cMapPacked: true,
      standardFontDataUrl: `${assets}/standard_fonts/`,
      isEvalSupported: false,
      // They tell which characters a font only guesses.
      fontExtraProperties: true,
      useWasm: false,
      useSystemFonts: false,
      disableFontFace: true,
      enableXfa: false,
      maxImageSize: 1,
      verbosity: 0,
    })
    .promise.catch((error: unknown) => {
      throw fromPdfError(error);
    });
  // The file declares the number of pages, which may be invalid.
  if (!(document.numPages >= 1)) throw new ExtractionError('corrupt', `${document.numPages} pages`);
  if (document.numPages > maxPages) throw new ExtractionError('too_many_pages', `${document.numPages} pages`);
  return new PdfSource(pdfjs, document, skippedPages, await attachmentWarnings(document, bytes)).open();
}

class PdfSource {
  /** Font identifier to whether it is bold. */
  private readonly fonts = new Map<string, boolean>();

  constructor(
    private readonly pdfjs: PdfJs,
    private readonly document: PDFDocumentProxy,
    private readonly skippedPages: readonly number[],
    private readonly attachments: string[],
  ) {}

  async open(): Promise<LayoutSource> {
    const metadata = await this.document.getMetadata().catch(() => null);
    const info = (metadata?.info ?? {}) as { Title?: unknown; Language?: unknown; IsXFAPresent?: unknown };
    const labels = await this.document.getPageLabels().catch(() => null);
    const text = (value: unknown) => (typeof value === 'string' ? cutText(cleanLine(value), 500) || null : null);
    return {
      kind: 'layout',
      document: {
        page_count: this.document.numPages,
        title: text(info.Title),
        outline: await this.outline().catch(() => []),
        language: cutText(text(info.Language) ?? '', 35) || null,
      },
      warnings: [
        ...(info.IsXFAPresent
          ? ['The file is an interactive XFA form: only its static text was read. Print it to PDF and upload that.']
          : []),
        ...this.attachments,
      ],
      pages: (from) => this.pages(from, labels),
      close: () => this.document.loadingTask.destroy(),
    };
  }

  private async *pages(from: number, labels: string[] | null): AsyncGenerator<RawPage> {
    for (let number = Math.max(1, from); number <= this.document.numPages; number += 1) {
      const label = cutText(cleanLine(labels?.[number - 1] ?? ''), 50) || null;
      const base = { page_number: number, label, height: 0, rows: [], paginated: true };
      yield await this.page(number)
        .then((read) => ({ ...base, ...read }))
        .catch((error: unknown) => ({
          ...base,
          error: pageError(error),
        }));
      if (number % CLEANUP_INTERVAL === 0) await this.document.cleanup(true).catch(() => undefined);
    }
  }

  private async page(number: number): Promise<Pick<RawPage, 'width' | 'height' | 'rows' | 'caveats'>> {
    if (this.skippedPages.includes(number)) throw new Error('The page takes too long to read.');
    const page = await this.document.getPage(number);
    try {
      // pdf.js would split ligatures before reversing right-to-left lines, and so reverse their letters.
      const content = await page.getTextContent({ disableNormalization: true });
      const ink = await readInk(this.pdfjs, page).catch(() => NO_INK);
      const annotations = await readAnnotations(page, ink).catch(() => NO_ANNOTATIONS);
      const read = readableItems(content, { ...ink, rules: [...ink.rules, ...annotations.strikes] });
      // A page without any known character is read by OCR.
      const isLegible = read.items.some(({ str }) => LEGIBLE.test(str));
      const { items, caveats } = isLegible ? read : { items: [], caveats: [] };
      this.learnFonts(page, items);
      const viewport = page.getViewport({ scale: 1 });
      const runs = [...items, ...annotations.items].map((item) => this.toRun(item, viewport.transform));
      const { width, height } = viewport;
      const placed = [0, 1, 2, 3, SLANTED].map((turn) => rowsOf(runs, turn));
      const { rows, found: revised } = withoutRevisionMarks(placed.flatMap((turn) => turn.rows));
      const stacked: Caveat[] = placed.some(({ stray }) => stray) ? ['stacked'] : [];
      const marks: Caveat[] = revised ? ['revision'] : [];
      const all = [...new Set([...caveats, ...annotations.caveats, ...stacked, ...marks])];
      return { width, height, rows, ...(all.length > 0 && { caveats: all }) };
    } finally {
      page.cleanup();
    }
  }

  /** Font names are known only after the drawing instructions have been read. */
  private learnFonts(page: PDFPageProxy, items: readonly TextItem[]): void {
    for (const { fontName: name } of items) {
      if (this.fonts.has(name) || !page.commonObjs.has(name)) continue;
      const font = page.commonObjs.get(name) as { name?: string } | null;
      this.fonts.set(name, BOLD.test(font?.name ?? ''));
    }
  }

  private toRun(item: TextItem, viewport: number[]): TextRun & { turn: number } {
    const [a, b, c, d, x, y] = this.pdfjs.Util.transform(viewport, item.transform) as number[];
    const angle = Math.atan2(b!, a!);
    const quarters = angle / (Math.PI / 2);
    const isSlanted = Math.abs(quarters - Math.round(quarters)) > MAX_SLANT;
    const turn = isSlanted ? SLANTED : (Math.round(quarters) + 4) % 4;
    const size = Math.hypot(c!, d!) || item.height || 10;
    return {
      turn,
      text: item.str,
      x: x!,
      y: y!,
      width: item.width,
      size,
      corners: cornersOf(x!, y!, item.width, size, angle),
      bold: this.fonts.get(item.fontName) ?? false,
      rtl: item.dir === 'rtl',
    };
  }

  private async outline(): Promise<OutlineEntry[]> {
    type Node = { title: string; dest: string | unknown[] | null; items: Node[] };
    const entries: OutlineEntry[] = [];
    const seen = new Set<Node>();
    const deadline = Date.now() + MAX_OUTLINE_MS;
    const visit = async (nodes: Node[], level: number): Promise<void> => {
      for (const node of nodes) {
        const isTooMuch = entries.length >= MAX_OUTLINE_ENTRIES || Date.now() > deadline;
        if (isTooMuch || level > MAX_OUTLINE_DEPTH || seen.has(node)) return;
        seen.add(node);
        const title = cutText(cleanLine(node.title), 300);
        const page = await this.destinationPage(node.dest).catch(() => null);
        if (title !== '' && page !== null) entries.push({ title, page_number: page, level });
        await visit(node.items, level + 1);
      }
    };
    await visit((await this.document.getOutline()) ?? [], 1);
    return entries;
  }

  private async destinationPage(dest: string | unknown[] | null): Promise<number | null> {
    const explicit = typeof dest === 'string' ? await this.document.getDestination(dest) : dest;
    const target: unknown = explicit?.[0];
    if (typeof target === 'number') return target + 1;
    if (typeof target !== 'object' || target === null) return null;
    return (await this.document.getPageIndex(target as { num: number; gen: number })) + 1;
  }
}

/** Slanted text has no rows. */
function rowsOf(runs: (TextRun & { turn: number })[], turn: number): ReturnType<typeof placeRuns> {
  if (turn === SLANTED) {
    const pieces = runs.filter((run) => run.turn === SLANTED).flatMap((run) => toRows([run]));
    return { rows: pieces.map((row) => ({ ...row, slanted: true as const })), stray: false };
  }
  const { rows, stray } = placeRuns(turned(runs, turn));
  return { rows: turn === 0 ? rows : rows.map((row) => ({ ...row, sideways: true as const })), stray };
}

/** The runs of one of the four orientations, rotated upright. Upright text precedes sideways text. */
function turned(runs: (TextRun & { turn: number })[], turn: number): TextRun[] {
  const rotate = (x: number, y: number): [number, number] =>
    turn === 0 ? [x, y] : turn === 1 ? [y, -x] : turn === 2 ? [-x, -y] : [-y, x];
  return runs
    .filter((run) => run.turn === turn)
    .map((run) => {
      const [x, y] = rotate(run.x, run.y);
      return { ...run, x, y };
    });
}
