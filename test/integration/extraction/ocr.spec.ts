import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { PageMessage } from '@amks/reader/extraction/child-protocol.js';
import { Extractor } from '@amks/reader/extraction/extractor.js';
import { DEFAULT_EXTRACTION_LIMITS, type ExtractionLimits } from '@amks/reader/limits/extraction-limits.js';
import { noisePage, picturePdf, scannedPage, scannedTable } from '../../support/manuals/scanned-page.js';

const CARD = [
  'TASK 32-41-00-400-801',
  '',
  'WARNING: DEPRESSURIZE THE BRAKE BEFORE',
  'YOU DISCONNECT THE LINE.',
  '',
  '(1) Install the wheel on the axle and hold it.',
  '(2) Torque the axle nut to 475 Nm.',
];

/** Figures under each other: taken for columns, they lose the points between them. */
const TABLE = Array.from(
  { length: 8 },
  (_, i) => `Bolt ${i + 1} of the wheel hub     ${12 + i}.${i} Nm     NAS6604-${i + 10}`,
);

let folder: string;
let card: Buffer;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ocr-'));
  card = await scannedPage(CARD);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is read from a file, page by page. */
const shared = new Extractor({ limits: DEFAULT_EXTRACTION_LIMITS, max_processes: 1 });
afterAll(() => shared.close());

async function read(content: Buffer, format: string, limits?: Partial<ExtractionLimits>): Promise<PageMessage[]> {
  const file = path.join(folder, 'scan');
  writeFileSync(file, content);
  const pages: PageMessage[] = [];
  const extractor = limits ? new Extractor({ limits: { ...DEFAULT_EXTRACTION_LIMITS, ...limits } }) : shared;
  await extractor.read({ file, format, embed: false, onPage: (page) => void pages.push(page) }, 'test');
  return pages;
}

/** A PNG that says it has so many pixels, of one bit each. */
function declaredPng(width: number, height: number, data: Buffer): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a PDF with scanned pages', () => {
  let pages: PageMessage[];
  beforeAll(async () => {
    pages = await read(
      await picturePdf([
        { text: 'This page has text of its own and no pictures at all.' },
        { picture: await scannedPage(CARD, { skew: 0.5, noise: 60 }) },
        {
          picture: await sharp(await scannedPage(TABLE))
            .rotate(90)
            .png()
            .toBuffer(),
        },
        {},
        { picture: await noisePage() },
        { picture: await scannedPage(['Fit the cap of the wheel.']), text: 'Page 6' },
        { picture: card, text: 'What the scanner read of the page and laid under its picture for searching.' },
      ]),
      'application/pdf',
    );
  });

  it('is read by OCR where it has no text, and only there', () => {
    const own = pages.map((page) => page.ocr_confidence === null);
    expect(own).toEqual([true, false, false, true, true, false, true]);
    expect(pages[0]!.page.text).toBe('This page has text of its own and no pictures at all.');
    expect(pages[6]!.page.text).toMatch(/^What the scanner read/);
    expect(pages.every((page) => page.error === undefined)).toBe(true);
  });

  it('keeps the warning of a skewed and noisy card with the step that it governs, and its torque', () => {
    const { page, passages, ocr_confidence: confidence } = pages[1]!;
    expect(page.blocks.map((block) => block.kind)).toEqual(['heading', 'warning', 'list_item', 'list_item']);
    const step = passages.find(({ text }) => text.includes('475 Nm'))!;
    expect(step.notices).toEqual([
      expect.objectContaining({
        kind: 'warning',
        text: 'WARNING: DEPRESSURIZE THE BRAKE BEFORE YOU DISCONNECT THE LINE.',
      }),
    ]);
    expect(step.section).toEqual(['TASK 32-41-00-400-801']);
    expect(confidence).toBeGreaterThan(70);
  });

  it('is turned where a page lies on its side, and its text stands where the page shows it', () => {
    const { page } = pages[2]!;
    for (const torque of ['12.0 Nm', '15.3 Nm', '19.7 Nm']) expect(page.text).toContain(torque);
    const [row] = page.layout!.boxes;
    // The first line runs down along the right edge.
    expect(row!.height).toBeGreaterThan(5 * row!.width);
    expect(row!.x).toBeGreaterThan(page.layout!.width / 2);
  });

  it('is empty where there is nothing to read: no letters are made of noise', () => {
    expect(pages[3]!.page.text).toBe('');
    expect(pages[4]!.page.text).toBe('');
  });

  it('loses one page that takes too long, not the others', async () => {
    const [own, slow] = await read(
      await picturePdf([{ text: 'This page has text of its own.' }, { picture: card }]),
      'application/pdf',
      { ocr: { draw_timeout_ms: 1, page_timeout_ms: 60_000 } },
    );
    expect(own).toMatchObject({ page: { text: 'This page has text of its own.' } });
    expect(slow).toMatchObject({
      page: { text: '' },
      ocr_confidence: null,
      error: expect.stringContaining('too long') as string,
    });
  });
});

describe('numbers of a scan', () => {
  it('keep their signs, and are doubted where the sign cannot be told', async () => {
    const lines = [
      'Install the nut and torque it to 12.5 Nm.',
      'Apply 40 ± 2 Nm to the bolt NAS6204-12.',
      'Turn the nut by 1½ turns.',
      'The pressure is 10⁵ Pa.',
    ];
    const [page] = await read(await scannedPage(lines), 'image/png');
    expect(page!.page.text).toMatch(/40 \S+ ?2 Nm/);
    const doubted = page!.doubtful_lines.join('\n');
    expect(doubted).toMatch(/40 \S+ ?2 Nm/);
    expect(doubted).toContain('Turn the nut');
    expect(doubted).toContain('The pressure');
    expect(doubted).not.toContain('12.5 Nm');
    const passage = page!.passages.find(({ text }) => text.includes('2 Nm'))!;
    expect(passage.ocr_confidence).toBeLessThan(80);
    expect(page!.ocr_confidence).toBeGreaterThan(80);
  });
});

describe('a scan with text over it', () => {
  const stamp = 'UNCONTROLLED COPY WHEN PRINTED - valid only on the day of printing, 20 NOV 2026, station ARN';

  it('is read where it is a stamp, and not where it is what the scanner read', async () => {
    const [stamped, searchable, drawn] = await read(
      await picturePdf([
        { picture: card, over: stamp },
        { picture: card, text: stamp },
        { picture: await scannedPage(['']), over: stamp },
      ]),
      'application/pdf',
    );
    expect(stamped!.page.text).toContain('475 Nm');
    expect(stamped!.passages.find(({ text }) => text.includes('475 Nm'))!.notices).toHaveLength(1);
    expect(stamped).toMatchObject({ unread_picture: false });
    expect(searchable).toMatchObject({ page: { text: stamp }, ocr_confidence: null, unread_picture: true });
    expect(drawn).toMatchObject({ page: { text: stamp }, ocr_confidence: null });
  });
});

describe('a short scan with a long stamp in small type', () => {
  const stamp = 'UNCONTROLLED COPY WHEN PRINTED, valid only on 20 NOV 2026 at station ARN, for line maintenance';

  it('has the structure that its own text has, and nothing of it is lost', async () => {
    const steps = [
      '(1) Install the wheel on the axle and',
      'hold it until the nut is tight.',
      '(2) Torque the axle nut to 475 Nm.',
    ];
    const short = ['Torque the axle nut to 475 Nm.'];
    const [page, shorter] = await read(
      await picturePdf([
        { picture: await scannedPage(steps), over: stamp, overSize: 6 },
        { picture: await scannedPage(short), over: stamp, overSize: 6 },
      ]),
      'application/pdf',
    );
    const kinds = page!.page.blocks.map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(['list_item', 'list_item']);
    expect(kinds).not.toContain('heading');
    expect(shorter!.page.blocks.map(({ kind }) => kind)).not.toContain('heading');
    expect(shorter!.page.text).toContain(short[0]);
    expect(shorter!.page.text).toContain(stamp);
  });
});

describe('a scanned table', () => {
  const rows = [
    ['Item', 'Part', 'Torque', 'Qty'],
    ['1', 'Axle bolt', '12.5 Nm', '4'],
    ['', 'Use new washers'],
    ['2', 'Hub nut', '475 Nm', '1'],
    ['', '', 'Dry threads only'],
    ['7'],
    ['3', 'Cap screw', '8.2 Nm', '12'],
    ['', '', '', '6'],
    ['', 'CAUTION: DO NOT REUSE'],
    ['4', 'Lock plate', '5.5 Nm', '2'],
  ];

  it.each([
    ['without rules', false],
    ['between rules', true],
  ])('%s keeps its rows and each line of a single cell between them', async (_, isRuled) => {
    const [page] = await read(await scannedTable(rows, isRuled), 'image/png');
    const texts = page!.page.blocks.map(({ text }) => text.replace(/(\d)Nm/, '$1 Nm'));
    expect(texts).toEqual(rows.map((cells) => cells.filter(Boolean).join(' | ')));
  });
});

describe('an image file', () => {
  it('may be a fax', async () => {
    const bits = sharp(card).threshold(128).toColourspace('b-w');
    const fax = await bits.tiff({ compression: 'ccittfax4', bitdepth: 1 }).toBuffer();
    const [page] = await read(fax, 'image/tiff');
    expect(page!.page.text).toContain('475 Nm');
  });

  it('has as many pages as a TIFF has pictures', async () => {
    const pictures = [await scannedPage([]), await scannedPage(['The second page of it.'])];
    const tiff = await sharp(pictures, { join: { animated: true } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const pages = await read(tiff, 'image/tiff');
    expect(pages.map(({ page }) => page.text)).toEqual(['', 'The second page of it.']);
  });

  it('is upright as its EXIF orientation says', async () => {
    const jpeg = await sharp(card)
      .rotate(270)
      .toColourspace('cmyk')
      .withMetadata({ orientation: 6, density: 200 })
      .jpeg()
      .toBuffer();
    const [page] = await read(jpeg, 'image/jpeg');
    expect(page!.page.text).toContain('475 Nm');
    expect(page!.page.layout!.width).toBeGreaterThan(page!.page.layout!.height);
  });

  it('is without text when it is blank', async () => {
    const wide = sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } });
    const [page] = await read(await wide.toColourspace('rgb16').png().toBuffer(), 'image/png');
    expect(page).toMatchObject({ page: { text: '' }, ocr_confidence: null });
  });

  it.each<[string, string, () => Promise<Buffer> | Buffer, string]>([
    ['has more pixels than a page', 'image/png', () => declaredPng(60_000, 60_000, Buffer.alloc(1)), 'image_too_large'],
    ['is no image', 'image/png', () => Buffer.from('\x89PNG\r\n\x1a\nno chunks', 'latin1'), 'corrupt'],
  ])('is refused when it %s', async (_, format, content, code) => {
    await expect(read(await content(), format)).rejects.toMatchObject({ code });
  });

  it('is an unreadable page when its end is missing', async () => {
    const jpeg = await sharp(card).jpeg().toBuffer();
    const [page] = await read(jpeg.subarray(0, jpeg.length / 2), 'image/jpeg');
    expect(page).toMatchObject({ page: { text: '' }, error: expect.any(String) as string });
  });

  it('is read within its memory when it unfolds to the most pixels allowed', async () => {
    const [width, height] = [12_000, 12_000];
    const bomb = declaredPng(width, height, Buffer.alloc((1 + width / 8) * height));
    expect(bomb.length).toBeLessThan(100_000);
    const [page] = await read(bomb, 'image/png', { max_memory_bytes: 512 * 1024 ** 2 });
    expect(page).toMatchObject({ page: { text: '' }, ocr_confidence: null });
  });
});
