/** The part of pdfkit that the service and its tests use; the package brings no types. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  interface PDFOptions {
    size?: string | [number, number];
    margin?: number;
    autoFirstPage?: boolean;
    bufferPages?: boolean;
    userPassword?: string;
    ownerPassword?: string;
    pdfVersion?: string;
    lang?: string;
    /** Path of a font file. */
    font?: string;
    info?: Record<string, string | Date>;
  }

  interface TextOptions {
    width?: number;
    lineBreak?: boolean;
    align?: 'left' | 'justify';
    lineGap?: number;
    baseline?: 'alphabetic';
  }

  interface FileOptions {
    name: string;
    type?: string;
    description?: string;
    creationDate?: Date;
    modifiedDate?: Date;
  }

  interface OutlineItem {
    addItem(title: string): OutlineItem;
  }

  interface Gradient {
    stop(at: number, color: string, opacity?: number): this;
  }

  export default class PDFDocument extends Readable {
    constructor(options?: PDFOptions);
    y: number;
    outline: OutlineItem;
    font(name: string): this;
    fontSize(size: number): this;
    registerFont(name: string, path: string): this;
    moveDown(lines?: number): this;
    text(text: string, x?: number, y?: number, options?: TextOptions): this;
    widthOfString(text: string): number;
    addContent(operators: string): this;
    opacity(share: number): this;
    fillColor(color: string): this;
    fill(color: string | Gradient): this;
    linearGradient(x1: number, y1: number, x2: number, y2: number): Gradient;
    lineWidth(points: number): this;
    clip(): this;
    circle(x: number, y: number, radius: number): this;
    save(): this;
    restore(): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    strike(x: number, y: number, width: number, height: number): this;
    note(x: number, y: number, width: number, height: number, contents: string): this;
    textAnnotation(x: number, y: number, width: number, height: number, text: string): this;
    initForm(): this;
    formText(name: string, x: number, y: number, width: number, height: number, options: { value: string }): this;
    rect(x: number, y: number, width: number, height: number): this;
    rotate(degrees: number, options?: { origin: [number, number] }): this;
    stroke(): this;
    image(source: Buffer, x: number, y: number, options?: { width?: number; height?: number }): this;
    file(source: Buffer, options: FileOptions): unknown;
    bufferedPageRange(): { start: number; count: number };
    switchToPage(index: number): this;
    addPage(options?: { size: [number, number] }): this;
    end(): void;
  }
}
