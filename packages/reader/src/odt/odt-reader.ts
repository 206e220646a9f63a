import { openZip, type ZipArchive } from '../archive/zip-archive.js';
import type { MarkupSource } from '../document/page-source.js';
import { ExtractionError } from '../errors/extraction-error.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import { MarkupBuilder } from '../markup/markup-builder.js';
import { markupSource } from '../markup/markup-source.js';
import { CoreProperties } from '../office/core-properties.js';
import { parsePart, type Attribute, type PartHandler } from '../office/part-xml.js';
import { OdtBody, type OdtContext } from './odt-body.js';
import { hiddenText, type FlowItem } from './odt-paragraph.js';
import { OdtStyles } from './odt-styles.js';

const TRACKED =
  'The file has tracked changes that were not accepted: inserted text was read, deleted text was left out.';

/**
 * Opens a text document (ODF 1.0 to 1.3). Headers and footers appear once, at the top of the first page.
 * @throws ExtractionError `corrupt`, `encrypted`, `archive_…`, `docx_doctype`, `too_complex`, `table_size`, `too_much_text`, `too_many_pages`
 */
export async function openOdt(file: string, limits: ExtractionLimits): Promise<MarkupSource> {
  const zip = await openZip(file, limits.archive);
  try {
    return await readOdt(zip, limits);
  } finally {
    zip.close();
  }
}

async function readOdt(zip: ZipArchive, limits: ExtractionLimits): Promise<MarkupSource> {
  const context: OdtContext = {
    styles: new OdtStyles(),
    limits: limits.table,
    found: { changes: false },
    notes: { footnote: 0, endnote: 0 },
    headings: [],
    lists: new Map(),
  };
  const builder = new MarkupBuilder(limits.max_file_text_bytes);
  const meta = new CoreProperties();
  const [content, styles, properties] = ['content.xml', 'styles.xml', 'meta.xml'].map((name) => zip.find(name));
  if (!content) throw new ExtractionError('corrupt', 'no content.xml');
  if (properties) await parsePart(zip, properties, meta, limits.xml);
  const margins = new Set<string>();
  const addMargin = (item: FlowItem): void => {
    if (item === 'page_break') return;
    for (const caveat of item.caveats ?? []) builder.addCaveat(caveat);
    if (/\p{L}{2}/u.test(item.text)) margins.add(item.text.trim());
  };
  if (styles) await parsePart(zip, styles, new OdtPart(context, /^style:(?:header|footer)/, addMargin), limits.xml);
  for (const text of margins) builder.add({ kind: 'paragraph', text });
  builder.endNotice();
  const add = (item: FlowItem): void => (item === 'page_break' ? builder.breakPage() : builder.add(item));
  await parsePart(zip, content, new OdtPart(context, /^office:body$/, add), limits.xml);
  const { title, language } = meta.values;
  return markupSource(
    builder,
    { title: title ?? null, language, warnings: context.found.changes ? [TRACKED] : [] },
    limits,
  );
}

/** Reads the styles of a part, and the text within elements of that name. */
class OdtPart implements PartHandler {
  private body: OdtBody | null = null;
  private depth = 0;

  constructor(
    private readonly context: OdtContext,
    private readonly holder: RegExp,
    private readonly add: (item: FlowItem) => void,
  ) {}

  open(name: string, attribute: Attribute): void {
    if (this.body) {
      this.depth += 1;
      this.body.open(name, attribute);
    } else if (this.holder.test(name)) {
      const isShown = attribute('display') !== 'false';
      this.body = new OdtBody(this.context, isShown ? this.add : () => this.add(hiddenText()));
      this.depth = 0;
    } else this.context.styles.open(name, attribute);
  }

  text(text: string): void {
    this.body?.text(text);
  }

  close(name: string): void {
    if (!this.body) return this.context.styles.close(name);
    if (this.depth === 0) this.body = null;
    else this.body.close(name);
    this.depth -= 1;
  }
}
