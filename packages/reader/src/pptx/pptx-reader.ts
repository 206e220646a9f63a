import { pageRanges } from '@amks/language/text/page-ranges.js';
import { openZip, type ZipArchive, type ZipEntry } from '../archive/zip-archive.js';
import type { MarkupSource } from '../document/page-source.js';
import { ExtractionError } from '../errors/extraction-error.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import { MarkupBuilder, type MarkupItem } from '../markup/markup-builder.js';
import { markupSource } from '../markup/markup-source.js';
import { CoreProperties } from '../office/core-properties.js';
import { OfficeParts } from '../office/office-parts.js';
import { DrawingText, strikes } from '../office/drawing-text.js';
import { contentOf, type SlideSize } from './slide-order.js';
import { leftOut, SlideShapes } from './slide-shapes.js';

/**
 * Opens a presentation (ECMA-376, transitional and strict). Each slide starts a page with its title, or else its number, as heading; the
 * speaker notes follow it. Charts and pictures are not read.
 * @throws ExtractionError `corrupt`, `encrypted`, `archive_…`, `docx_doctype`, `too_complex`, `too_much_text`, `too_many_pages`
 */
export async function openPptx(file: string, limits: ExtractionLimits): Promise<MarkupSource> {
  const zip = await openZip(file, limits.archive);
  try {
    return await new Presentation(zip, limits).read();
  } finally {
    zip.close();
  }
}

class Presentation {
  private readonly builder: MarkupBuilder;
  /** Layouts and masters by name of the part. */
  private readonly layouts = new Map<string, SlideShapes>();
  private size: SlideSize = { width: Infinity, height: Infinity };
  /** Whether the usual text is struck. */
  private hasStruckStyle = false;
  private readonly footers = new Set<string>();
  private readonly hidden: number[] = [];

  constructor(
    private readonly zip: ZipArchive,
    private readonly limits: ExtractionLimits,
  ) {
    this.builder = new MarkupBuilder(limits.max_file_text_bytes);
  }

  async read(): Promise<MarkupSource> {
    const parts = await OfficeParts.open(this.zip, this.limits.xml, 'ppt/presentation.xml');
    const core = new CoreProperties();
    for (const part of parts.parts('core-properties')) await parts.read(part, core);
    const slides = await this.slidesOf(parts);
    for (const [i, slide] of slides.entries()) await this.readSlide(parts, slide, i + 1);
    const warnings = this.hidden.length > 0 ? [`Hidden slides were not read: ${pageRanges(this.hidden)}.`] : [];
    const { title, language } = core.values;
    return markupSource(this.builder, { title: title ?? null, language, warnings }, this.limits);
  }

  /** The slides in the order of the presentation. */
  private async slidesOf(parts: OfficeParts): Promise<ZipEntry[]> {
    const slides = new Set<ZipEntry>();
    await parts.read(parts.main, {
      open: (name, attribute) => {
        if (strikes(name, attribute)) this.hasStruckStyle = true;
        if (name === 'p:sldSz')
          this.size = { width: Number(attribute('cx')) || Infinity, height: Number(attribute('cy')) || Infinity };
        if (name !== 'p:sldId') return;
        const id = attribute('r:id') ?? '';
        const slide = parts.byId(id, 'slide');
        if (!slide) throw new ExtractionError('corrupt', `no slide ${id}`);
        if (slides.has(slide)) throw new ExtractionError('corrupt', `${slide.name} twice`);
        slides.add(slide);
      },
      text: () => undefined,
      close: () => undefined,
    });
    if (slides.size > this.limits.max_pages) throw new ExtractionError('too_many_pages', `${slides.size} slides`);
    return [...slides];
  }

  private async readSlide(parts: OfficeParts, part: ZipEntry, number: number): Promise<void> {
    const slide = await this.readShapes(parts, part);
    if (slide.isHidden) {
      this.hidden.push(number);
      return;
    }
    const [layout] = await parts.partsOf(part, 'slideLayout');
    const [master] = layout ? await parts.partsOf(layout, 'slideMaster') : [];
    const layouts: SlideShapes[] = [];
    for (const one of [layout, master]) if (one) layouts.push(await this.layoutOf(parts, one));
    const shapesOfLayouts = layouts.map(({ shapes }) => shapes);
    const { title, items, footers } = contentOf(slide.shapes, shapesOfLayouts, this.size);
    this.builder.breakPage();
    this.builder.add(title.text.trim() !== '' ? title : { ...title, text: `Slide ${number}`, isName: true });
    if (this.hasStruckStyle || layouts.some((one) => one.hasStruckStyle)) this.builder.addCaveat('struck');
    this.add(items);
    const diagrams = await this.diagramText(parts, part);
    this.add(slide.hasHiddenDiagram ? leftOut(diagrams) : diagrams);
    this.add(footers.filter(({ text }) => !this.footers.has(text)));
    for (const { text } of footers) this.footers.add(text);
    if ((await parts.partsOf(part, 'comments')).length > 0) this.builder.addCaveat('comment');
    await this.readNotes(parts, part);
  }

  private async readNotes(parts: OfficeParts, slide: ZipEntry): Promise<void> {
    const [part] = await parts.partsOf(slide, 'notesSlide');
    if (!part) return;
    const { shapes } = await this.readShapes(parts, part);
    const items = shapes.filter(({ placeholder }) => placeholder?.type === 'body').flatMap((shape) => shape.items);
    if (items.every(({ text }) => text.trim() === '')) return this.add(items);
    this.builder.endNotice();
    this.builder.add({ kind: 'heading', level: 2, text: 'Speaker notes', isName: true });
    this.add(items);
  }

  /** The text of diagrams, whose shapes are drawn from it. */
  private async diagramText(parts: OfficeParts, slide: ZipEntry): Promise<MarkupItem[]> {
    const text = new DrawingText();
    for (const part of await parts.partsOf(slide, 'diagramData')) await parts.read(part, text);
    return text.take();
  }

  private async layoutOf(parts: OfficeParts, part: ZipEntry): Promise<SlideShapes> {
    const layout = this.layouts.get(part.name) ?? (await this.readShapes(parts, part));
    this.layouts.set(part.name, layout);
    return layout;
  }

  private async readShapes(parts: OfficeParts, part: ZipEntry): Promise<SlideShapes> {
    const shapes = new SlideShapes();
    await parts.read(part, shapes);
    return shapes;
  }

  private add(items: readonly MarkupItem[]): void {
    this.builder.endNotice();
    for (const item of items) this.builder.add(item);
  }
}
