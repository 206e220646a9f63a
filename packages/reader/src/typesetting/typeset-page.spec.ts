import { expectLinear, repeated } from '../../../../test/support/linear-time.js';
import type { BlockKind } from '../document/document.types.js';
import type { TextBox } from '../layout/rows/text-boxes.js';
import { FontMetrics } from './font-metrics.js';
import type { TypesettablePage } from './page-parts.js';
import { SHEET, typesetPage } from './typeset-page.js';

type Part = [kind: BlockKind | null, text: string, level?: number];

/** A page of the parts given, a line each; those without a kind are in no block. */
function pageOf(...parts: Part[]): TypesettablePage {
  let offset = 0;
  const blocks = parts.flatMap(([kind, text, level]) => {
    const start = offset;
    offset += text.length + 1;
    return kind === null ? [] : [{ kind, start, end: start + text.length, ...(level && { level }) }];
  });
  return { text: parts.map(([, text]) => text).join('\n'), blocks };
}

const LONG = 'Examine the bearing for corrosion and pitting. '.repeat(20).trim();
const right = ({ x, width }: TextBox): number => x + width;
const bottom = ({ y, height }: TextBox): number => y + height;

describe('typesetPage', () => {
  const placed = (page: TypesettablePage) => {
    const { boxes } = typesetPage(page);
    return (words: string): TextBox => {
      const at = page.text.indexOf(words);
      const found = boxes.find(({ start, end }) => at >= start && at < end);
      if (at < 0 || !found) throw new Error(`nowhere: ${words}`);
      return found;
    };
  };

  it.each<[string, TypesettablePage]>([
    ['prose', pageOf(['heading', 'Removal', 1], ['paragraph', LONG])],
    ['steps', pageOf(['list_item', `1. ${LONG}`, 1], ['list_item', `(a) ${LONG}`, 3], ['list_item', LONG, 50])],
    ['notices', pageOf(['warning', `WARNING: ${LONG}`], ['caution', `CAUTION\n${LONG}`], ['note', LONG])],
    ['tables', pageOf(['table_row', `A | ${LONG} | 3`], ['table_row', `${LONG} | B | `], ['table_row', 'alone'])],
    ['many columns', pageOf(['table_row', Array.from({ length: 40 }, (_, i) => `c${i}`).join(' | ')])],
    ['words wider than a line', pageOf(['paragraph', 'x'.repeat(5_000)], ['table_row', `${'y'.repeat(900)} | z`])],
    ['running rows and figures', pageOf([null, 'Page 3'], ['figure', 'Figure 1. Wheel'], [null, LONG])],
    ['other scripts', pageOf(['paragraph', 'Болт ремонт δοκιμή 整備マニュアル🛩 '.repeat(30)])],
    ['nothing', pageOf()],
  ])('places every word of %s once, in order, on the sheet', (_what, page) => {
    const { width, height, boxes } = typesetPage(page);
    expect([width, height]).toEqual([595, Math.max(842, height)]);
    const covered = new Set<number>();
    let last = 0;
    for (const box of boxes) {
      expect(box.start).toBeGreaterThanOrEqual(last);
      last = box.end;
      for (let i = box.start; i < box.end; i += 1) covered.add(i);
      expect(box.x).toBeGreaterThanOrEqual(SHEET.margin);
      expect(right(box)).toBeLessThanOrEqual(SHEET.width - SHEET.margin + 0.01);
      expect(bottom(box)).toBeLessThanOrEqual(height - SHEET.margin);
    }
    const isRow = (at: number) =>
      page.blocks.some(({ kind, start, end }) => kind === 'table_row' && at >= start && at < end);
    const missed = [...page.text.matchAll(/\S+/g)].filter(({ index, 0: word }) => {
      const isBorder = word === '|' && isRow(index);
      return !isBorder && !Array.from(word, (_letter, i) => index + i).every((at) => covered.has(at));
    });
    expect(missed.map(([word]) => word)).toEqual([]);
  });

  it('places no two boxes over each other', () => {
    const { boxes } = typesetPage(
      pageOf(
        ['heading', 'Removal', 2],
        ['list_item', `1. ${LONG}`, 1],
        ['warning', `WARNING: ${LONG}`],
        ['table_row', `A | ${LONG}`],
        ['table_row', 'B | C'],
      ),
    );
    for (const [i, one] of boxes.entries())
      for (const other of boxes.slice(i + 1)) {
        const isApart =
          right(one) <= other.x + 0.01 ||
          right(other) <= one.x + 0.01 ||
          bottom(one) <= other.y + 0.01 ||
          bottom(other) <= one.y + 0.01;
        expect([one, other, isApart]).toEqual([one, other, true]);
      }
  });

  it('sets the text of a step behind its number, on every line', () => {
    const at = placed(pageOf(['list_item', `(12) ${LONG}`, 2]));
    expect(at('(12)').x).toBe(SHEET.margin + 16);
    const lefts = new Set(
      typesetPage(pageOf(['list_item', `(12) ${LONG}`, 2]))
        .boxes.slice(1)
        .map(({ x }) => Math.round(x)),
    );
    expect(Math.min(...lefts)).toBe(Math.round(at('Examine').x));
    expect(at('Examine').x).toBeGreaterThan(right(at('(12)')));
  });

  it('sets the cells of a column under each other', () => {
    const at = placed(
      pageOf(
        ['table_row', 'Item | Torque | Remarks'],
        ['table_row', 'Axle nut | 120 Nm |'],
        ['table_row', 'Bolt | | none'],
      ),
    );
    expect(at('120 Nm').x).toBe(at('Torque').x);
    expect(at('none').x).toBe(at('Remarks').x);
    expect(at('Axle nut').y).toBe(at('120 Nm').y);
  });

  it('makes a page longer that has more on it', () => {
    const long = Array.from({ length: 30 }, (): Part => ['paragraph', LONG]);
    expect(typesetPage(pageOf(...long)).height).toBeGreaterThan(2_000);
  });

  it.each<[Part[0], string, number]>([
    ['paragraph', 'ab ', 37_500],
    ['table_row', '| ', 5_000],
    ['note', 'x', 62_500],
  ])('takes time in proportion to a %s of %j', async (kind, part, length) => {
    await expectLinear((text) => typesetPage(pageOf([kind, text])), repeated(part), length);
  });
});

describe('FontMetrics', () => {
  // Advance widths of Arial and Helvetica, in thousandths.
  it.each([
    [false, 'A', 667],
    [false, 'i', 222],
    [true, 'i', 278],
    [false, 'Ж', 924],
    [false, '整', 1000],
  ])('knows the width of (bold %s) %s', (bold, text, thousandths) => {
    expect(FontMetrics.of(bold).widthOf(text) * 1000).toBeCloseTo(thousandths, -1);
  });
});
