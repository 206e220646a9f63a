import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import { trustOf, type FontFacts } from './font-trust.js';
import {
  changeBy,
  clipped,
  clippedToBox,
  FIRST,
  hiddenBy,
  isFaint,
  isPainted,
  type GraphicsEntries,
  type Shape,
  type State,
} from './graphics-state.js';
import { around, corners, isBox, moved, subpaths, thinRule, type Matrix } from './ink-shapes.js';
import type { GlyphOfFont, Overlay, PageInk, Rule } from './ink.js';

type PdfJs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');
/** Thickness up to which a rectangle may be a line, in points. */
const MAX_RULE = 2;

/** Maximum lines and areas kept of a page: drawings have hundreds of thousands. */
const MAX_SHAPES = 5_000;

/** Reads the drawing instructions of a page, annotations separately: only they tell what is struck out, printed twice or hidden. */
export async function readInk(pdfjs: PdfJs, page: PDFPageProxy): Promise<PageInk> {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: pdfjs.AnnotationMode.ENABLE });
  const reader = new InkReader(pdfjs, page);
  fnArray.forEach((operation, i) => reader.draw(operation, (argsArray[i] ?? []) as unknown[]));
  return reader.ink;
}

class InkReader {
  readonly ink: PageInk = { glyphs: [], rules: [], fills: [], pictures: [], fonts: new Map(), overlays: new Map() };
  /** The current annotation. */
  private overlay: Overlay | null = null;
  private state = FIRST;
  private readonly saved: State[] = [];
  private text: Matrix = FIRST.ctm;
  private line: [number, number] = [0, 0];
  private pen: [number, number] = [0, 0];
  private order = 0;
  /** Whether nothing was drawn since the last change of the coordinate system. */
  private isPlaceEmpty = false;
  /** Whether the next path becomes the clip, and whether the text drawn since `BT` does. */
  private isPathClip = false;
  private isTextClip = false;
  /** For each enclosing marked content, whether it is a layer, which may be switched off. */
  private readonly layers: boolean[] = [];

  constructor(
    private readonly pdfjs: PdfJs,
    private readonly page: PDFPageProxy,
  ) {}

  draw(operation: number, args: unknown[]): void {
    const { OPS } = this.pdfjs;
    const number = Number(args[0]);
    this.order += 1;
    switch (operation) {
      case OPS.save:
        return void this.saved.push(this.state);
      case OPS.beginGroup: {
        this.saved.push(this.state);
        const { smask } = (args[0] ?? {}) as { smask?: unknown };
        return this.set({ faint: isFaint(this.state) || Boolean(smask) });
      }
      case OPS.beginAnnotation:
        return this.beginAnnotation(args);
      case OPS.endAnnotation:
        this.overlay = null;
        this.state = this.saved.pop() ?? this.state;
        return;
      case OPS.beginMarkedContent:
      case OPS.beginMarkedContentProps:
        return void this.layers.push(args[0] === 'OC');
      case OPS.endMarkedContent:
        return void this.layers.pop();
      case OPS.clip:
      case OPS.eoClip:
        this.isPathClip = true;
        return;
      case OPS.setFillRGBColor:
      case OPS.setFillColorN:
      case OPS.setFillTransparent:
        return this.set({ plainColour: operation === OPS.setFillRGBColor });
      case OPS.paintFormXObjectBegin:
        this.saved.push(this.state);
        if (Array.isArray(args[0])) this.transform(args[0] as Matrix);
        return this.set({ clip: clippedToBox(this.state, args[1] as ArrayLike<number> | null) });
      case OPS.restore:
      case OPS.endGroup:
      case OPS.paintFormXObjectEnd:
        if (this.isPlaceEmpty) this.paintPicture();
        this.isPlaceEmpty = false;
        this.state = this.saved.pop() ?? this.state;
        return;
      case OPS.transform:
        this.isPlaceEmpty = true;
        return this.transform(args as Matrix);
      case OPS.setGState:
        return this.setGraphicsState(args[0] as GraphicsEntries);
      case OPS.setLineWidth:
        return this.set({ lineWidth: number });
      case OPS.shadingFill:
        this.isPlaceEmpty = false;
        return;
      case OPS.constructPath:
        this.isPlaceEmpty = false;
        this.path(number, (args[1] as [Float32Array | null])[0]);
        this.isPathClip = false;
        return;
      default:
        return this.write(operation, args);
    }
  }

  private write(operation: number, args: unknown[]): void {
    const { OPS } = this.pdfjs;
    const [a, b] = args as [number, number];
    switch (operation) {
      case OPS.beginText:
        this.isTextClip = false;
        return this.setTextMatrix(FIRST.ctm);
      case OPS.endText:
        return this.isTextClip ? this.set({ clip: null }) : undefined;
      case OPS.setTextMatrix:
        return this.setTextMatrix(Array.from(args[0] as ArrayLike<number>) as Matrix);
      case OPS.setFont: {
        const name = args[0] as string;
        const font = this.fontOf(name);
        return this.set({ font: name, size: Number(args[1]), fontScale: font?.fontMatrix?.[0] ?? FIRST.fontScale });
      }
      case OPS.setCharSpacing:
        return this.set({ charSpacing: a });
      case OPS.setWordSpacing:
        return this.set({ wordSpacing: a });
      case OPS.setHScale:
        return this.set({ scale: a / 100 });
      case OPS.setTextRise:
        return this.set({ rise: a });
      case OPS.setTextRenderingMode:
        return this.set({ mode: a });
      case OPS.setLeading:
        return this.set({ leading: -a });
      case OPS.setLeadingMoveText:
        this.set({ leading: b });
        return this.moveText(a, b);
      case OPS.moveText:
        return this.moveText(a, b);
      case OPS.nextLine:
        return this.moveText(0, this.state.leading);
      case OPS.showText:
        this.isPlaceEmpty = false;
        return this.show(args[0] as (GlyphOfFont | number | null)[]);
      default:
        return;
    }
  }

  private show(glyphs: readonly (GlyphOfFont | number | null)[]): void {
    const { font, size, fontScale, charSpacing, wordSpacing, scale, rise, mode, alpha, ctm } = this.state;
    const [a, b, c, d, e, f] = this.pdfjs.Util.transform(ctm, this.text) as Matrix;
    const length = Math.hypot(a, b) || 1;
    const turn = (Math.sign(size * scale) || 1) / length;
    const [ux, uy, height] = [a * turn, b * turn, Math.abs(size) * Math.hypot(c, d)];
    if (mode > 3) this.isTextClip = true;
    const inkless = mode === 3 || mode === 7 || alpha === 0;
    const facts = this.fontOf(font);
    const drawn = this.ink.fonts.get(font) ?? { name: facts?.name ?? '', trust: null };
    this.ink.fonts.set(font, drawn);
    const found = this.overlay?.glyphs ?? this.ink.glyphs;
    let along = this.pen[0];
    const up = this.pen[1] + rise;
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        along -= (glyph / 1000) * size * scale;
      } else if (glyph) {
        const width = glyph.width * fontScale * size * scale;
        const { unicode: text, isSpace } = glyph;
        if (!isSpace && text !== ' ') {
          const [x, y, advance] = [a * along + c * up + e, b * along + d * up + f, Math.abs(width) * length];
          this.order += 1;
          if (drawn.trust !== 'unreadable') drawn.trust = trustOf(facts, glyph) ?? drawn.trust;
          found.push({ text, x, y, ux, uy, advance, size: height, font, inkless, order: this.order });
        }
        along += width + (charSpacing + (isSpace ? wordSpacing : 0)) * scale;
      }
    }
    this.pen[0] = along;
  }

  private path(operation: number, data: Float32Array | null): void {
    const { ctm } = this.state;
    const paths = data
      ? subpaths(data).map(({ points, isStraight }) => ({
          drawn: points.map((point) => moved(point, ctm)),
          isStraight,
        }))
      : [];
    this.paint(operation, paths);
    // A path is painted before it is clipped to (ISO 32000-2, 8.5.4).
    if (this.isPathClip) this.set({ clip: clipped(this.state.clip, paths) });
  }

  private rule(rule: Rule): void {
    if (isPainted(rule, this.state.clip)) this.ink.rules.push(rule);
  }

  private paint(operation: number, paths: readonly Shape[]): void {
    const { OPS } = this.pdfjs;
    const { ctm, lineWidth, alpha } = this.state;
    const isFill = [OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke].includes(operation);
    const isStroke = operation === OPS.stroke || operation === OPS.closeStroke;
    const { rules, fills } = this.ink;
    if ((!isFill && !isStroke) || alpha === 0 || rules.length + fills.length > MAX_SHAPES) return;
    if (this.overlay) {
      this.overlay.isDrawn = true;
      return;
    }
    for (const { drawn, isStraight } of paths) {
      const area = around(drawn);
      if (isStroke) {
        const thickness = lineWidth * Math.hypot(ctm[0], ctm[1]);
        if (isStraight) drawn.slice(1).forEach((to, i) => this.rule({ from: drawn[i]!, to, thickness }));
      } else if (Math.min(area[2] - area[0], area[3] - area[1]) <= MAX_RULE) {
        this.rule(thinRule(area));
      } else if (isStraight && isBox(drawn, area)) {
        const hidden = this.layers.includes(true) ? null : hiddenBy(this.state, area);
        if (hidden) fills.push({ area: hidden, order: this.order });
      }
    }
  }

  private paintPicture(): void {
    if (this.overlay) this.overlay.isDrawn = true;
    else this.ink.pictures.push(around(corners([0, 0, 1, 1], this.state.ctm)));
  }

  /** The position of an appearance does not depend on the current state (ISO 32000-2, 12.5.5). */
  private beginAnnotation([id, , transform, matrix]: unknown[]): void {
    this.saved.push(this.state);
    this.state = FIRST;
    this.transform(transform as Matrix);
    this.transform(matrix as Matrix);
    this.overlay = { glyphs: [], isDrawn: false };
    this.ink.overlays.set(String(id), this.overlay);
    this.isPlaceEmpty = false;
  }

  private fontOf(name: string): FontFacts | null {
    const { commonObjs } = this.page;
    return commonObjs.has(name) ? (commonObjs.get(name) as FontFacts | null) : null;
  }

  private setGraphicsState(entries: GraphicsEntries): void {
    this.set(changeBy(entries));
    const font = entries.find(([key]) => key === 'Font');
    if (font) this.write(this.pdfjs.OPS.setFont, font[1] as unknown[]);
  }

  private transform(matrix: Matrix): void {
    this.set({ ctm: this.pdfjs.Util.transform(this.state.ctm, matrix) as Matrix });
  }

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
  }

  private setTextMatrix(matrix: Matrix): void {
    this.text = matrix;
    this.line = [0, 0];
    this.pen = [0, 0];
  }

  private moveText(x: number, y: number): void {
    this.line = [this.line[0] + x, this.line[1] + y];
    this.pen = [...this.line];
  }
}
