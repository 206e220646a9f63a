import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PageMessage } from '@amks/reader/extraction/child-protocol.js';
import type { ExtractionError } from '@amks/reader/errors/extraction-error.js';
import type { ExtractionOptions, ExtractionResult } from '@amks/reader/extraction/extraction-run.js';
import { Extractor } from '@amks/reader/extraction/extractor.js';
import { DEFAULT_EXTRACTION_LIMITS, type ExtractionLimits } from '@amks/reader/limits/extraction-limits.js';
import { childrenOf } from '../../support/service/child-processes.js';
import {
  burningPdf,
  certificateEncryptedPdf,
  deflateBombPdf,
  lines,
  manyPagesPdf,
  outlineLoopPdf,
  pageTreeLoopPdf,
  placedPdf,
  shapesPdf,
  type PlacedText,
} from '../../support/manuals/pdf-factory.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'extraction-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

/** For files that are read within the usual limits, by one process. */
const shared = new Extractor({ limits: DEFAULT_EXTRACTION_LIMITS, max_processes: 1 });
afterAll(() => shared.close());

/** Writes the bytes to a file and reads it. */
async function extract(
  bytes: Buffer | string,
  options: Partial<ExtractionOptions> & { bounds?: Partial<ExtractionLimits> } = {},
): Promise<{ result: ExtractionResult; pages: PageMessage[] }> {
  const { bounds, ...rest } = options;
  const file = path.join(folder, `file-${(files += 1)}`);
  writeFileSync(file, bytes);
  const pages: PageMessage[] = [];
  const format: string = typeof bytes === 'string' ? 'text/plain' : 'application/pdf';
  const limits = { ...DEFAULT_EXTRACTION_LIMITS, ...bounds };
  const extractor = bounds ? new Extractor({ limits }) : shared;
  const onPage = (page: PageMessage) => void pages.push(page);
  return { result: await extractor.read({ file, format, embed: false, onPage, ...rest }, 'test'), pages };
}

/** Sends a signal to the extraction that this process started. */
function signalChildren(signal: NodeJS.Signals): void {
  for (const pid of childrenOf(process.pid, 'extraction-child')) process.kill(pid, signal);
}

async function failureOf(extraction: Promise<unknown>): Promise<ExtractionError> {
  return extraction.then(
    () => Promise.reject(new Error('the extraction should have failed')),
    (error: unknown) => error as ExtractionError,
  );
}

/** Header and footer of page `n` of a manual, around its body. */
function manualPage(n: number, body: PlacedText[]): PlacedText[] {
  return [
    { text: 'SKARV 46 AIRCRAFT MAINTENANCE MANUAL', y: 30, size: 8 },
    ...body,
    { text: 'EFFECTIVITY: ALL', y: 800, size: 8 },
    { text: `Page ${200 + n}`, x: 480, y: 800, size: 8 },
  ];
}

function manual(): Promise<Buffer> {
  return placedPdf(
    [
      manualPage(1, [
        { text: '32-11-00 MAIN LANDING GEAR', y: 80, size: 16, bold: true },
        { text: 'TASK 32-11-00-400-801 Installation', y: 120, size: 13, bold: true },
        ...lines(['(1) Lift the leg with the hoist until the trun-', 'nion pins are aligned.'], 150),
        ...lines(['WARNING: KEEP CLEAR OF THE LEG. THE GEAR CAN EXTEND AND KILL YOU', 'UNLESS THE LOCK PIN'], 190),
      ]),
      manualPage(2, [
        ...lines(['IS INSTALLED. DO NOT REMOVE IT BEFORE STEP 4.'], 80),
        ...lines(['(2) Install the trunnion pins P/N AT32-4021-3.', '(3) Torque the nuts to 118 to 126 N.m.'], 110),
        { text: 'Item', y: 160 },
        { text: 'Part number', x: 160, y: 160 },
        { text: 'Qty', x: 320, y: 160 },
        { text: '10', y: 176 },
        { text: 'AT32-4021-3', x: 160, y: 176 },
        { text: '2', x: 320, y: 176 },
      ]),
      manualPage(3, [
        { text: 'TASK 32-11-00-600-801 Servicing', y: 80, size: 13, bold: true },
        ...lines(['(1) Charge the strut with nitrogen.'], 110),
      ]),
    ],
    { title: 'Skarv 46 AMM', outline: [['32-11-00 MAIN LANDING GEAR', 1]] },
  );
}

describe('reading a manual', () => {
  it('finds sections, steps, tables and running lines, and mends hyphenation', async () => {
    const { result, pages } = await extract(await manual());
    expect(result.document).toEqual({
      page_count: 3,
      title: 'Skarv 46 AMM',
      outline: [{ title: '32-11-00 MAIN LANDING GEAR', page_number: 1, level: 1 }],
      language: null,
    });
    expect(result).toMatchObject({ pages: 3, pages_without_text: 0, unreadable_pages: [], warnings: [] });
    const [first, second] = pages.map((message) => message.page);
    expect(first!.blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', '32-11-00 MAIN LANDING GEAR'],
      ['heading', 'TASK 32-11-00-400-801 Installation'],
      ['list_item', '(1) Lift the leg with the hoist until the trunnion pins are aligned.'],
      ['warning', 'WARNING: KEEP CLEAR OF THE LEG. THE GEAR CAN EXTEND AND KILL YOU UNLESS THE LOCK PIN'],
    ]);
    expect(first!.text).toContain('EFFECTIVITY: ALL');
    expect(second!.blocks.at(-1)).toMatchObject({ kind: 'table_row', text: '10 | AT32-4021-3 | 2' });
  });

  it('binds a warning that runs over a page break to the steps after it, and not to the next task', async () => {
    const { pages } = await extract(await manual());
    const passages = pages.flatMap((message) => message.passages);
    const torque = passages.find((passage) => passage.text.includes('Torque the nuts'))!;
    expect(torque.notices).toEqual([
      {
        kind: 'warning',
        page_number: 1,
        text:
          'WARNING: KEEP CLEAR OF THE LEG. THE GEAR CAN EXTEND AND KILL YOU UNLESS THE LOCK PIN\n' +
          'IS INSTALLED. DO NOT REMOVE IT BEFORE STEP 4.',
        start: pages[0]!.page.text.indexOf('WARNING:'),
        end: pages[0]!.page.text.indexOf('UNLESS THE LOCK PIN') + 'UNLESS THE LOCK PIN'.length,
      },
    ]);
    expect(torque.section).toEqual(['32-11-00 MAIN LANDING GEAR', 'TASK 32-11-00-400-801 Installation']);
    expect(torque.identifiers).toContain('AT32-4021-3');
    const servicing = passages.find((passage) => passage.text.includes('Charge the strut'))!;
    expect(servicing.notices).toEqual([]);
    expect(passages.map((passage) => passage.ordinal)).toEqual(passages.map((_, i) => i));
  });

  it('quotes verbatim: blocks and passages are slices of the page text', async () => {
    const { pages } = await extract(await manual());
    for (const { page, passages } of pages) {
      for (const part of [...page.blocks, ...passages]) expect(page.text.slice(part.start, part.end)).toBe(part.text);
    }
  });

  it('resumes behind any page with the same outcome', async () => {
    const bytes = await manual();
    const { pages } = await extract(bytes);
    for (const stored of [1, 2]) {
      // What the database gives back has been through JSON.
      const state = JSON.parse(JSON.stringify(pages[stored - 1]!.state)) as PageMessage['state'];
      const rest = await extract(bytes, { resume: { from_page: stored + 1, state } });
      expect(rest.pages).toEqual(pages.slice(stored));
    }
  });

  it('binds a warning to every step of its section, on the 25th page as on the first', async () => {
    const body = (n: number): PlacedText[] => [
      ...(n === 1 ? [{ text: 'TASK 32-11-00-400-801 Overhaul', y: 80, size: 13, bold: true }] : []),
      ...(n === 1 ? lines(['WARNING: HYDRAULIC FLUID IS TOXIC.'], 110) : []),
      ...lines([`(${n}) Examine part ${n} for cracks.`], 150),
    ];
    const { pages } = await extract(
      await placedPdf(Array.from({ length: 25 }, (_, i) => manualPage(i + 1, body(i + 1)))),
    );
    const steps = pages
      .flatMap((message) => message.passages)
      .filter((passage) => passage.text.includes('Examine part'));
    expect(steps).toHaveLength(25);
    for (const { notices } of steps) {
      expect(notices).toEqual([
        expect.objectContaining({ text: 'WARNING: HYDRAULIC FLUID IS TOXIC.', page_number: 1 }),
      ]);
    }
  });

  it('finds a warning and a danger in the middle of a step', async () => {
    const steps = ['(1) Fill with 2.5 L. WARNING: FLUID IS TOXIC.', '(2) Run it. DANGER: KEEP CLEAR.', '(3) Stop it.'];
    const { pages } = await extract(await placedPdf([lines(steps, 110)]));
    const { page, passages } = pages[0]!;
    expect(page.text).toContain(steps.join('\n'));
    for (const part of [...page.blocks, ...passages]) expect(page.text.slice(part.start, part.end)).toBe(part.text);
    const governed = passages.filter(({ kind }) => kind === 'text').map(({ text, notices }) => [text, notices.length]);
    expect(governed).toEqual([
      ['(1) Fill with 2.5 L.', 1],
      ['(2) Run it.', 2],
      ['(3) Stop it.', 2],
    ]);
  });

  it('says when more notices apply than it keeps, also after a resume', async () => {
    const notices = Array.from({ length: 70 }, (_, i) => `CAUTION: KEEP PART ${i} DRY.\n`).join('\n');
    const text = `TASK 32-11-00-400-801 Cleaning\n\n\f${notices}\fThe end.\n`;
    const { result, pages } = await extract(text);
    expect(result.warnings).toEqual([expect.stringMatching(/^More than 64 .* at page 2\. /)]);
    const rest = await extract(text, { resume: { from_page: 4, state: pages[2]!.state } });
    expect(rest.result).toMatchObject({ pages: 0, warnings: result.warnings });
  });

  it('reads the left column before the right', async () => {
    const column = (name: string) =>
      Array.from({ length: 12 }, (_, i) => `${name} line ${i + 1} of a column of ordinary text`);
    const page = [...lines(column('left'), 80), ...lines(column('right'), 80, { x: 310 })];
    const { pages } = await extract(await placedPdf([page]));
    expect(pages[0]!.page.text.indexOf('left line 12')).toBeLessThan(pages[0]!.page.text.indexOf('right line 1 '));
  });

  it.each([
    ['turns text that runs right to left, not the letters of its ligatures', '\u0637\ufeee\ufccb\u0627', 'الخوط'],
    ['writes ligatures as letters, and signs of measure as the file has them', 'ﬃﬁ°µ', 'ffifi°µ'],
  ])('%s', async (_what, shapes, text) => {
    const { pages } = await extract(shapesPdf(shapes));
    expect(pages[0]!.page.text).toBe(text);
  });

  it('gives every passage a vector of unit length when asked to', async () => {
    const { pages } = await extract(await manual(), { embed: true });
    for (const passage of pages.flatMap((message) => message.passages)) {
      const vector = new Float32Array(Uint8Array.from(passage.embedding!).buffer);
      expect(vector).toHaveLength(384);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
    }
  });

  it('reads plain text with form feeds as pages', async () => {
    const { result, pages } = await extract('FUEL SYSTEM\n\nDrain the tank.\n\fSecond page.\n');
    expect(result.pages).toBe(2);
    expect(pages.map((message) => message.page.text)).toEqual(['FUEL SYSTEM\nDrain the tank.', 'Second page.']);
    expect(pages[0]!.passages[0]!.section).toEqual(['FUEL SYSTEM']);
  });
});

describe('files that cannot be read', () => {
  it.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['needs a certificate', 'encrypted', certificateEncryptedPdf],
    ['needs a password', 'encrypted', () => placedPdf([[{ text: 'Secret', y: 80 }]], { userPassword: 'hangar' })],
    ['is empty', 'empty', () => Buffer.alloc(0)],
    ['is cut off', 'corrupt', async () => (await manual()).subarray(0, 400)],
    ['has no pages', 'corrupt', () => pageTreeLoopPdf({ kids: '', count: 0 })],
    ['counts its pages below zero', 'corrupt', () => pageTreeLoopPdf({ kids: '3 0 R 6 0 R', count: -1 })],
    ['is no PDF', 'corrupt', () => Buffer.from('%PDF-1.7 and nothing else')],
  ])('a file that %s is %s', async (_what, code, make) => {
    const error = await failureOf(extract(await make()));
    expect(error).toMatchObject({ name: 'ExtractionError', code, retryable: false });
    expect(error.message).not.toMatch(/Exception|undefined|\/|Error:/);
  });

  it('opens a file that is encrypted without a user password', async () => {
    const { pages } = await extract(await placedPdf([[{ text: 'Readable', y: 80 }]], { ownerPassword: 'hangar' }));
    expect(pages[0]!.page.text).toBe('Readable');
  });

  it('names the files that a PDF holds, whose content is not searched', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `part-${String(i + 1).padStart(2, '0')}.xlsx`);
    const { result } = await extract(await placedPdf([[{ text: 'Cover', y: 80 }]], { attachments: names }));
    expect(result.warnings).toEqual([
      expect.stringMatching(/^Files are attached to the PDF: "part-01.xlsx", .*"part-10.xlsx" and 2 more\. /),
    ]);
  });

  it('accepts pages without text and counts them', async () => {
    const { result } = await extract(await placedPdf([[], [{ text: 'Text', y: 80 }]]));
    expect(result).toMatchObject({ pages: 2, pages_without_text: 1 });
  });
});

describe('hostile files', () => {
  it('kills the child when a page inflates beyond the memory limit, and goes on serving', async () => {
    const error = await failureOf(extract(deflateBombPdf(4_000), { bounds: { max_memory_bytes: 400 * 1024 ** 2 } }));
    expect(error).toMatchObject({ code: 'too_much_memory', retryable: false });
    expect((await extract('Still alive.')).pages[0]!.page.text).toBe('Still alive.');
  });

  it('kills the child when no page is finished in time', async () => {
    const error = await failureOf(extract(deflateBombPdf(4_000), { bounds: { page_timeout_ms: 300 } }));
    expect(error.code).toBe('page_too_slow');
  });

  it('gives up a page that never ends, and only that page', async () => {
    const { result, pages } = await extract(burningPdf(2), { bounds: { page_timeout_ms: 4_000 } });
    expect(result).toMatchObject({ pages: 3, unreadable_pages: [1], document: { page_count: 3 } });
    expect(pages.map(({ page }) => [page.page_number, page.text])).toEqual([
      [1, ''],
      [2, 'Torque the nut to 120 Nm'],
      [3, 'Torque the nut to 120 Nm'],
    ]);
  });

  it('kills the child when the whole file takes too long', async () => {
    expect(
      await failureOf(extract(await manual(), { bounds: { file_timeout_ms: 10, file_page_timeout_ms: 0 } })),
    ).toMatchObject({
      code: 'file_too_slow',
    });
  });

  it('allows more time for a file of more pages, and counts what earlier runs took', async () => {
    const bounds = { file_timeout_ms: 60_000, file_page_timeout_ms: 60_000 };
    // Four minutes for three pages.
    const { result } = await extract(await manual(), { bounds, spent_ms: 100_000 });
    expect(result.pages).toBe(3);
    expect(await failureOf(extract(await manual(), { bounds, spent_ms: 241_000 }))).toMatchObject({
      code: 'file_too_slow',
    });
  });

  it('does not count the time in which it had no processor', async () => {
    // As long as the child stands still, a tenth of the time counts at most.
    const bytes = await manual();
    const stopped = setTimeout(() => signalChildren('SIGSTOP'), 50);
    const goesOn = setTimeout(() => signalChildren('SIGCONT'), 6_000);
    try {
      const { result } = await extract(bytes, { bounds: { page_timeout_ms: 4_000 } });
      expect(result.pages).toBe(3);
    } finally {
      clearTimeout(stopped);
      clearTimeout(goesOn);
    }
  });

  it.each([
    ['itself', {}],
    ['a branch that holds it', { kids: '3 0 R 6 0 R' }],
    ['a branch that holds itself', { kids: '3 0 R 6 0 R', inner: '6 0 R' }],
    ['fewer pages than it says', { kids: '3 0 R 6 0 R', count: 50 }],
  ])('ends on a page tree that contains %s', async (_, loop) => {
    const { result, pages } = await extract(pageTreeLoopPdf(loop));
    expect(pages[0]!.page.text).toBe('The first page is readable');
    expect(result.unreadable_pages).toEqual([2]);
    expect(pages.map(({ error }) => error)).toEqual([undefined, expect.stringMatching(/./)]);
  });

  it('ends on an outline that follows itself', async () => {
    const { result } = await extract(outlineLoopPdf());
    expect(result.document.outline.length).toBeLessThan(10);
  });

  it('refuses more pages and more text than allowed', async () => {
    const bytes = manyPagesPdf(500);
    expect(await failureOf(extract(bytes, { bounds: { max_pages: 499 } }))).toMatchObject({ code: 'too_many_pages' });
    expect(await failureOf(extract(bytes, { bounds: { max_file_text_bytes: 500 } }))).toMatchObject({
      code: 'too_much_text',
    });
    expect(await failureOf(extract(bytes, { bounds: { max_page_text_bytes: 5 } }))).toMatchObject({
      code: 'too_much_text',
    });
  });
});
