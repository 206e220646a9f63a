import { MarkupBuilder } from '../markup/markup-builder.js';
import { markupSource } from '../markup/markup-source.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import type { MarkupSource } from '../document/page-source.js';
import { openZip, type ZipArchive } from '../archive/zip-archive.js';
import { DocxBody, type DocxContext } from './docx-body.js';
import { readMargins, readNotes } from './docx-notes.js';
import { DocxNumbering } from './docx-numbering.js';
import { OfficeParts } from '../office/office-parts.js';
import { DocxStyles } from './docx-styles.js';
import { CoreProperties } from '../office/core-properties.js';

/**
 * Opens a Word file (ECMA-376, transitional and strict). Streams the XML: converters to HTML hold all of it in memory and drop headers,
 * footers, step numbers and page breaks. Headers and footers appear once, at the top of the first page.
 * @throws ExtractionError `corrupt`, `encrypted`, `archive_…`, `docx_doctype`, `too_complex`, `too_much_text`, `too_many_pages`
 */
export async function openDocx(file: string, limits: ExtractionLimits): Promise<MarkupSource> {
  const zip = await openZip(file, limits.archive);
  try {
    return await readDocx(zip, limits);
  } finally {
    zip.close();
  }
}

async function readDocx(zip: ZipArchive, limits: ExtractionLimits): Promise<MarkupSource> {
  const docx = await OfficeParts.open(zip, limits.xml, 'word/document.xml');
  const [styles, numbering, core] = [new DocxStyles(), new DocxNumbering(), new CoreProperties()];
  for (const part of docx.parts('styles')) await docx.read(part, styles);
  for (const part of docx.parts('numbering')) await docx.read(part, numbering);
  for (const part of docx.parts('core-properties')) await docx.read(part, core);
  const shared = {
    styles,
    numbering,
    noteCount: { footnote: 0, endnote: 0 },
    found: { changes: false, embedded: false },
  };
  const context: DocxContext = { ...shared, notes: await readNotes(docx, shared) };
  const builder = new MarkupBuilder(limits.max_file_text_bytes);
  for (const text of await readMargins(docx, context)) builder.add({ kind: 'paragraph', text });
  builder.endNotice();
  const body = new DocxBody(context, (item) => (item === 'page_break' ? builder.breakPage() : builder.add(item)));
  await docx.read(docx.main, body);
  const { title, language } = core.values;
  return markupSource(
    builder,
    { title: title ?? null, language: language ?? styles.language, warnings: warningsOf(context.found) },
    limits,
  );
}

function warningsOf({ changes, embedded }: DocxContext['found']): string[] {
  return [
    ...(changes
      ? ['The file has tracked changes that were not accepted: inserted text was read, deleted text was left out.']
      : []),
    ...(embedded ? ['Embedded files of other formats were not read.'] : []),
  ];
}
