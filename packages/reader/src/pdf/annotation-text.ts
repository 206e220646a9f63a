import type { PDFPageProxy, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { Caveat } from '../document/caveats.js';
import type { Point } from './ink-shapes.js';
import type { Overlay, PageInk, Rule } from './ink.js';
import { toItems } from './page-text.js';
import { printedItem } from './printed-item.js';

/** Fields of an annotation (ISO 32000-2, 12.5) that affect the text; the parser has no types for them. */
interface Annotation {
  id: string;
  subtype?: string;
  annotationFlags?: number;
  rect?: number[];
  quadPoints?: ArrayLike<number> | null;
  contentsObj?: { str?: string };
  fieldType?: string;
  fieldValue?: unknown;
  password?: boolean;
  defaultAppearanceData?: { fontSize?: number };
}

/** Hidden and NoView (ISO 32000-2, table 167). */
const NOT_SEEN = 2 | 32;

/** Size of text without a declared size, if it fits the height. */
const FONT_SIZE = 10;
const LEADING = 1.2;

/** Average width of a character, in font sizes, for text that the viewer lays out. */
const CHARACTER = 0.5;

/**
 * What annotations add to a page: text boxes, stamps, form fields and signatures as items at their position (as drawn, not as their stored
 * value), lines that strike out text, and caveats about images among them and about comments.
 */
export async function readAnnotations(
  page: PDFPageProxy,
  { overlays, fonts }: PageInk,
): Promise<{ items: TextItem[]; strikes: Rule[]; caveats: Caveat[] }> {
  const items: TextItem[] = [];
  const strikes: Rule[] = [];
  const caveats: Caveat[] = [];
  for (const annotation of (await page.getAnnotations()) as Annotation[]) {
    if (((annotation.annotationFlags ?? 0) & NOT_SEEN) !== 0) continue;
    const { subtype = '', contentsObj } = annotation;
    const drawn = overlays.get(annotation.id);
    const shown = itemsShown(annotation, drawn);
    if (shown.length > 0) {
      items.push(...shown.map((item) => printedItem(item, fonts.get(item.fontName))));
      caveats.push('overlay');
      if (shown.some(({ fontName }) => fonts.get(fontName)?.trust)) caveats.push('unmapped');
    } else if (drawn?.isDrawn && isPicture(annotation)) {
      caveats.push('stamp');
    } else if (subtype !== 'Link' && subtype !== 'Widget' && contentsObj?.str?.trim()) {
      caveats.push('comment');
    }
    if (subtype === 'StrikeOut') strikes.push(...strikesOf(annotation));
  }
  return { items, strikes, caveats };
}

/** Items of its appearance, else those that a viewer would draw. */
function itemsShown(annotation: Annotation, drawn: Overlay | undefined): TextItem[] {
  const glyphs = drawn?.glyphs.filter(({ inkless }) => !inkless) ?? [];
  if (glyphs.length > 0) return toItems(glyphs).filter(({ str }) => str.trim() !== '');
  const text = textOf(annotation);
  return text.trim() === '' ? [] : itemsOf(text, annotation);
}

function isPicture({ subtype = '', fieldType }: Annotation): boolean {
  return /^(?:Stamp|Ink)$/.test(subtype) || (subtype === 'Widget' && fieldType === 'Sig');
}

/** Words that are visible on the page. */
function textOf({ subtype, fieldType, fieldValue, password, contentsObj }: Annotation): string {
  if (subtype === 'FreeText') return contentsObj?.str ?? '';
  if (subtype !== 'Widget' || (fieldType !== 'Tx' && fieldType !== 'Ch') || password) return '';
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values.filter((value): value is string => typeof value === 'string').join(', ');
}

function itemsOf(text: string, { rect = [], defaultAppearanceData }: Annotation): TextItem[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  const lines = text.split(/\r\n?|\n/);
  const fitting = (top - bottom) / (lines.length * LEADING);
  const size = Math.max(1, Math.min(defaultAppearanceData?.fontSize || FONT_SIZE, fitting));
  const first = lines.length > 1 ? top - size : (top + bottom) / 2 - 0.35 * size;
  return lines
    .map((str, i): TextItem => {
      const width = Math.min(str.length * CHARACTER * size, Math.max(right - left, size));
      const transform = [size, 0, 0, size, left, first - i * LEADING * size];
      return { str, dir: 'ltr', transform, width, height: size, fontName: '', hasEOL: false };
    })
    .filter(({ str }) => str.trim() !== '');
}

/** A line through the middle of each quadrilateral, whose upper corners come before the lower ones. */
function strikesOf({ quadPoints, rect = [] }: Annotation): Rule[] {
  const corners = Array.from(quadPoints ?? []);
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  if (corners.length < 8) corners.splice(0, corners.length, left, top, right, top, left, bottom, right, bottom);
  const rules: Rule[] = [];
  for (let i = 0; i + 7 < corners.length; i += 8) {
    const [x1, y1, x2, y2, x3, y3, x4, y4] = corners.slice(i, i + 8) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const ends: [Point, Point] = [
      [(x1 + x3) / 2, (y1 + y3) / 2],
      [(x2 + x4) / 2, (y2 + y4) / 2],
    ];
    rules.push({ from: ends[0], to: ends[1], thickness: 0, isCertain: true });
  }
  return rules;
}
