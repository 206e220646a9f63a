import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { BoxIndex, type PageBox, type Rectangle } from '@amks/reader/layout/rows/page-boxes.js';
import { Extractor } from '@amks/reader/extraction/extractor.js';
import type { ExtractedPage } from '@amks/reader/document/document.types.js';
import { DEFAULT_EXTRACTION_LIMITS } from '@amks/reader/limits/extraction-limits.js';
import { placedPdf, type PlacedText } from '../../support/manuals/pdf-factory.js';

const extractor = new Extractor({ limits: DEFAULT_EXTRACTION_LIMITS, max_processes: 1 });
afterAll(() => extractor.close());

describe('boxes of the text of a page', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'amks-boxes-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function read(placed: PlacedText[]): Promise<ExtractedPage> {
    const file = path.join(folder, 'page.pdf');
    await writeFile(file, await placedPdf([placed]));
    const pages: ExtractedPage[] = [];
    await extractor.read(
      {
        file,
        format: 'application/pdf',
        embed: false,
        onPage: ({ page }) => void pages.push(page),
      },
      'test',
    );
    return pages[0]!;
  }

  /** Where the words stand, by what was read. */
  function placeOf({ text, layout }: ExtractedPage, words: string): Rectangle[] {
    const start = text.indexOf(words);
    if (start < 0) throw new Error(`not in: ${text}`);
    const boxes = layout!.boxes.map((box): PageBox => [box.start, box.end, box.x, box.y, box.width, box.height]);
    return new BoxIndex(boxes).rectanglesOf(start, start + words.length);
  }

  it('is where the file draws it, over lines joined, hyphens mended and cells set apart', async () => {
    const page = await read([
      { text: 'Before you remove the wheel, look at the main-', y: 100 },
      { text: 'tenance record of the brake and the bearings.', y: 112 },
      { text: 'Item', x: 72, y: 200 },
      { text: 'Torque', x: 250, y: 200 },
      { text: 'Axle nut', x: 72, y: 214 },
      { text: '190 Nm', x: 250, y: 214 },
      { text: 'Brake bolt', x: 72, y: 228 },
      { text: '27 Nm', x: 250, y: 228 },
    ]);
    expect(page.layout).toMatchObject({ width: expect.closeTo(595.3, 0), height: expect.closeTo(841.9, 0) });
    const [first, second, ...more] = placeOf(page, 'at the maintenance record');
    expect(more).toEqual([]);
    expect(first!.y).toBeGreaterThan(95);
    expect(first!.y + first!.height).toBeLessThan(115);
    expect(first!.x).toBeGreaterThan(200);
    expect(second).toMatchObject({ x: 72, y: expect.closeTo(first!.y + 12, 0) });
    const [torque, ...others] = placeOf(page, '190 Nm');
    expect(others).toEqual([]);
    expect(torque!.x).toBeCloseTo(250, 0);
    expect(torque!.width).toBeGreaterThan(25);
    expect(torque!.width).toBeLessThan(45);
    expect(placeOf(page, 'Axle nut | 190 Nm')).toHaveLength(2);
  });

  it('is there for every word', async () => {
    const page = await read(
      Array.from({ length: 30 }, (_, i) => ({
        text: `Step ${i} says what to do with part number ${1000 + i}.`,
        y: 80 + 14 * i,
      })),
    );
    for (const { index, 0: word } of page.text.matchAll(/\S+/g)) {
      const covered = page.layout!.boxes.some(({ start, end }) => start <= index && end >= index + word.length);
      expect([word, covered]).toEqual([word, true]);
    }
  });
});
