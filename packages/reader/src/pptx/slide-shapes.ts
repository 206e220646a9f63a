import type { MarkupItem } from '../markup/markup-builder.js';
import { joinCellLines, oneLine } from '../markup/cell-lines.js';
import { SpanGrid } from '../markup/span-grid.js';
import { DrawingText, strikes } from '../office/drawing-text.js';
import { isOn, type Attribute, type PartHandler } from '../office/part-xml.js';

interface Position {
  x: number;
  y: number;
}

/** In EMU, 914,400 of which are an inch. */
export interface Area extends Position {
  width: number;
  height: number;
}

export interface Shape {
  /** Type of its placeholder; null for other shapes. */
  placeholder: { type: string; index: string } | null;
  /** Null if the layout of the slide says it. */
  area: Area | null;
  items: MarkupItem[];
}

interface Frame {
  offset: Position;
  child: Position;
  extent: Position;
  childExtent: Position;
  isHidden: boolean;
}

interface Table {
  grid: SpanGrid<string>;
  hasHeader: boolean;
  rows: number;
  /** Null for cells that others extend over. */
  cell: { columns: number; rows: number } | null;
}

const SHAPE = /^p:(?:sp|graphicFrame|cxnSp)$/;
const ORIGIN: Position = { x: 0, y: 0 };
/** Placeholders whose paragraphs have bullets unless they say otherwise. */
const BULLETED = /^(?:body|obj|)$/;
/** Prefixes of the extensions of Office, whose alternatives are read. */
const KNOWN = /^(?:(?:[acp]|cx|dgm|sle)\d+|am3d|aink|psuz|pslz|v)$/;

/** Reads the shapes of a slide, of its notes or its layout (ECMA-376-1, 19.3). */
export class SlideShapes implements PartHandler {
  readonly shapes: Shape[] = [];
  isHidden = false;
  /** Whether list styles strike text out. Those of a slide are applied, those of a layout or master are not. */
  hasStruckStyle = false;
  /** Whether a diagram is in a frame that is not shown. */
  hasHiddenDiagram = false;
  private shape: Shape | null = null;
  private text_ = new DrawingText();
  private table: Table | null = null;
  private readonly groups: Frame[] = [];
  private isShapeHidden = false;
  /** Whether an alternative was read, innermost last. */
  private readonly alternatives: boolean[] = [];
  private readonly names: string[] = [];
  private skipped = 0;
  private isSlide = false;

  open(name: string, attribute: Attribute): void {
    const [outer, parent] = this.names.slice(-2);
    this.names.push(name);
    if (this.skipped > 0 || this.isOtherAlternative(name, attribute)) {
      this.skipped += 1;
      return;
    }
    if (SHAPE.test(name)) {
      this.shape = { placeholder: null, area: null, items: [] };
      this.isShapeHidden = false;
      this.text_ = new DrawingText();
      this.shapes.push(this.shape);
    } else if (name === 'p:sld') {
      this.isSlide = true;
      this.isHidden = !isOn(attribute('show'));
    } else if (name === 'p:grpSp')
      this.groups.push({ offset: ORIGIN, child: ORIGIN, extent: ORIGIN, childExtent: ORIGIN, isHidden: false });
    else if (name === 'p:cNvPr') this.hide(outer, attribute);
    else if (name === 'p:ph') this.setPlaceholder(attribute);
    else if (parent === 'a:xfrm' || parent === 'p:xfrm') this.place(name, outer, attribute);
    else if (name.startsWith('a:t') && this.inTable(name, attribute)) return;
    if (name === 'relIds' && this.isLeftOut) this.hasHiddenDiagram = true;
    if (strikes(name, attribute)) this.hasStruckStyle = true;
    this.text_.open(name, attribute);
  }

  text(text: string): void {
    if (this.skipped === 0 && this.shape) this.text_.text(text);
  }

  close(name: string): void {
    this.names.pop();
    if (this.skipped > 0) {
      this.skipped -= 1;
      return;
    }
    this.text_.close(name);
    if (name === 'mc:AlternateContent') this.alternatives.pop();
    else if (name === 'p:grpSp') this.groups.pop();
    else if (name === 'a:tc') this.endCell();
    else if (name === 'a:tr') this.endRow();
    else if (name === 'a:tbl') this.table = null;
    else if (SHAPE.test(name)) this.endShape();
  }

  private get isLeftOut(): boolean {
    return this.isShapeHidden || this.groups.some(({ isHidden }) => isHidden);
  }

  /** The first alternative that is understood is read, or else the fallback (ECMA-376-3, 9.3). */
  private isOtherAlternative(name: string, attribute: Attribute): boolean {
    if (name === 'mc:AlternateContent') this.alternatives.push(false);
    if (name !== 'mc:Choice' && name !== 'mc:Fallback') return false;
    const isRead = this.alternatives.pop() ?? true;
    const required = (attribute('Requires') ?? '').split(/\s+/).filter(Boolean);
    const isFit = !isRead && (name === 'mc:Fallback' || required.every((prefix) => KNOWN.test(prefix)));
    this.alternatives.push(isRead || isFit);
    return !isFit;
  }

  private hide(owner: string | undefined, attribute: Attribute): void {
    if (!isOn(attribute('hidden') ?? '0')) return;
    const group = this.groups.at(-1);
    if (owner === 'p:grpSp' && group) group.isHidden = true;
    else if (owner !== undefined && SHAPE.test(owner)) this.isShapeHidden = true;
  }

  private endShape(): void {
    const { shape } = this;
    this.shape = null;
    if (!shape) return;
    shape.items.push(...this.text_.take());
    if (shape.area) shape.area = this.onSlide(shape.area);
    if (this.isLeftOut) shape.items = leftOut(shape.items);
  }

  private setPlaceholder(attribute: Attribute): void {
    if (!this.shape) return;
    const type = attribute('type') ?? '';
    this.shape.placeholder = { type, index: attribute('idx') ?? '' };
    this.text_.hasBullets = this.isSlide && BULLETED.test(type);
  }

  private place(name: string, owner: string | undefined, attribute: Attribute): void {
    const pair = (x: string, y: string): Position => ({ x: Number(attribute(x)) || 0, y: Number(attribute(y)) || 0 });
    const group = owner === 'p:grpSpPr' ? this.groups.at(-1) : undefined;
    if (name === 'a:off' && group) group.offset = pair('x', 'y');
    else if (name === 'a:off' && this.shape && !group) this.shape.area ??= { ...pair('x', 'y'), width: 0, height: 0 };
    else if (name === 'a:ext' && this.shape?.area && !group) {
      const { x: width, y: height } = pair('cx', 'cy');
      this.shape.area = { ...this.shape.area, width, height };
    } else if (name === 'a:chOff' && group) group.child = pair('x', 'y');
    else if (name === 'a:ext' && group) group.extent = pair('cx', 'cy');
    else if (name === 'a:chExt' && group) group.childExtent = pair('cx', 'cy');
  }

  /** Converts an area inside of groups, which have their own coordinates. */
  private onSlide(area: Area): Area {
    return this.groups.reduceRight(({ x, y, width, height }, { offset, child, extent, childExtent }) => {
      const [scaleX, scaleY] = [extent.x / childExtent.x || 1, extent.y / childExtent.y || 1];
      return {
        x: offset.x + (x - child.x) * scaleX,
        y: offset.y + (y - child.y) * scaleY,
        width: width * scaleX,
        height: height * scaleY,
      };
    }, area);
  }

  /** Returns whether the element belongs to the structure of a table. */
  private inTable(name: string, attribute: Attribute): boolean {
    if (name === 'a:tbl') this.table = { grid: new SpanGrid(''), hasHeader: false, rows: 0, cell: null };
    else if (name === 'a:tblPr' && this.table) this.table.hasHeader = isOn(attribute('firstRow') ?? '0');
    else if (name === 'a:tc' && this.table) {
      const isCovered = isOn(attribute('hMerge') ?? '0') || isOn(attribute('vMerge') ?? '0');
      const [columns, rows] = [Number(attribute('gridSpan') ?? 1) || 1, Number(attribute('rowSpan') ?? 1) || 1];
      this.table.cell = isCovered ? null : { columns, rows };
    } else return false;
    return true;
  }

  private endCell(): void {
    const items = this.text_.take();
    const { table } = this;
    if (!table?.cell) {
      this.shape?.items.push(...leftOut(items));
      return;
    }
    const text = joinCellLines(items.flatMap((item) => item.text.split('\n').map(oneLine)));
    table.grid.add(text, table.cell.columns, table.cell.rows - 1);
    this.shape?.items.push(...items.filter(({ caveats = [] }) => caveats.length > 0).map(onlyCaveats));
  }

  private endRow(): void {
    const { table, shape } = this;
    if (!table || !shape) return;
    const { cells } = table.grid.endRow();
    const isHeader = table.rows === 0 && table.hasHeader;
    table.rows += 1;
    if (cells.some(Boolean))
      shape.items.push({ kind: 'table_row', text: cells.join(' | '), ...(isHeader && { header: true as const }) });
  }
}

function onlyCaveats({ caveats = [] }: MarkupItem): MarkupItem {
  return { kind: 'paragraph', text: '', caveats };
}

/** In place of text that is not shown. */
export function leftOut(items: readonly MarkupItem[]): MarkupItem[] {
  const hasText = items.some(({ text, caveats = [] }) => text.trim() !== '' || caveats.length > 0);
  return hasText ? [{ kind: 'paragraph', text: '', caveats: ['hidden'] }] : [];
}
