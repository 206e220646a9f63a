import { DocxBody, type DocxContext } from './docx-body.js';
import type { OfficeParts } from '../office/office-parts.js';
import type { FlowItem } from './docx-paragraph.js';
import type { Attribute, PartHandler } from '../office/part-xml.js';

/** Texts of footnotes and endnotes by kind and id, such as `footnote 2`. */
export async function readNotes(
  docx: OfficeParts,
  context: Omit<DocxContext, 'notes'>,
): Promise<ReadonlyMap<string, string>> {
  const notes = new Map<string, string>();
  for (const kind of ['footnote', 'endnote'] as const) {
    for (const part of docx.parts(`${kind}s`)) await docx.read(part, new NotesReader(kind, context, notes));
  }
  return notes;
}

/** Distinct paragraphs of headers and footers, without those that are only page numbers. */
export async function readMargins(docx: OfficeParts, context: DocxContext): Promise<string[]> {
  const texts = new Set<string>();
  for (const part of [...docx.parts('header'), ...docx.parts('footer')]) {
    const items: FlowItem[] = [];
    await docx.read(part, new DocxBody(context, (item) => items.push(item)));
    for (const item of items) {
      const text = item === 'page_break' ? '' : item.text.trim();
      if (/\p{L}{2}/u.test(text)) texts.add(text);
    }
  }
  return [...texts];
}

class NotesReader implements PartHandler {
  private body: DocxBody | null = null;
  private items: FlowItem[] = [];
  private id = '';

  constructor(
    private readonly kind: 'footnote' | 'endnote',
    private readonly context: Omit<DocxContext, 'notes'>,
    private readonly notes: Map<string, string>,
  ) {}

  open(name: string, attribute: Attribute): void {
    if (this.body) return this.body.open(name, attribute);
    // Notes with a type are the separator lines above the notes.
    if (name !== `w:${this.kind}` || (attribute('type') ?? 'normal') !== 'normal') return;
    this.id = attribute('id') ?? '';
    this.items = [];
    this.body = new DocxBody({ ...this.context, notes: new Map() }, (item) => this.items.push(item));
  }

  text(text: string): void {
    this.body?.text(text);
  }

  close(name: string): void {
    if (name !== `w:${this.kind}`) return this.body?.close(name);
    if (this.body) this.notes.set(`${this.kind} ${this.id}`, textOf(this.items));
    this.body = null;
  }
}

function textOf(items: readonly FlowItem[]): string {
  return items
    .map((item) => (item === 'page_break' ? '' : item.text.replace(/\s+/g, ' ').trim()))
    .filter(Boolean)
    .join(' ');
}
