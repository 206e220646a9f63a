import type { NoticeKind } from '../notices/markers.js';
import { DocxRun, type RunStyle } from './docx-run.js';
import { isOn, type Attribute, type PartHandler } from '../office/part-xml.js';

export interface ParagraphStyle {
  /** Headings: depth, outermost 1. */
  level?: number;
  /** A caption, or an entry of a table of contents. */
  role?: 'figure' | 'table_row';
  notice?: NoticeKind;
  numbering?: NumberingReference;
}

export interface NumberingReference {
  id?: string;
  level?: number;
}

interface StyleDefinition {
  name: string;
  basedOn?: string;
  outline?: number;
  numbering: NumberingReference;
  run: DocxRun;
}

/** Names of notice styles: `Warning`, `Caution Text`, `AMM Note`; not `footnote text`. */
const NOTICE_STYLE =
  /(?:^|[\s_-])(warning|caution|danger|note)s?(?:[\s_-]*(?:text|para(?:graph)?|body|box|title|label|content))?\s*\d*$/i;

const MAX_INHERITANCE = 20;

/** Reads styles (ECMA-376-1, 17.7). Their names are English in every language of Word. */
export class DocxStyles implements PartHandler {
  /** Default language of the text. */
  language: string | null = null;
  private readonly styles = new Map<string, StyleDefinition>();
  private readonly resolved = new Map<string, ParagraphStyle>();
  private readonly runs = new Map<string, StyleDefinition>();
  private style: StyleDefinition | null = null;
  private defaultId: string | undefined;

  open(name: string, attribute: Attribute): void {
    const value = attribute('val');
    switch (name) {
      case 'w:style': {
        const id = attribute('styleId') ?? '';
        this.style = { name: '', numbering: {}, run: new DocxRun() };
        this.runs.set(id, this.style);
        if (attribute('type') === 'paragraph') this.styles.set(id, this.style);
        if (attribute('type') === 'paragraph' && /^(?:1|true|on)$/.test(attribute('default') ?? ''))
          this.defaultId = id;
        break;
      }
      case 'w:name':
        if (this.style) this.style.name = value ?? '';
        break;
      case 'w:basedOn':
        if (this.style && value !== undefined) this.style.basedOn = value;
        break;
      case 'w:outlineLvl':
        if (this.style) this.style.outline = Number(value);
        break;
      case 'w:numId':
        if (this.style && value !== undefined) this.style.numbering.id = value;
        break;
      case 'w:ilvl':
        if (this.style) this.style.numbering.level = Number(value);
        break;
      case 'w:lang':
        if (!this.style) this.language ??= value ?? null;
        break;
      default:
        this.style?.run.set(name, attribute, isOn(value));
    }
  }

  text(): void {
    // Only elements and attributes matter.
  }

  close(name: string): void {
    if (name === 'w:style') this.style = null;
  }

  /** The meaning of a style, including its ancestors. */
  of(id: string | undefined): ParagraphStyle {
    const key = id ?? this.defaultId ?? '';
    let style = this.resolved.get(key);
    if (!style) {
      style = this.resolve(key);
      this.resolved.set(key, style);
    }
    return style;
  }

  runOf(id: string | undefined): RunStyle {
    const meaning: RunStyle = {};
    let definition = id === undefined ? undefined : this.runs.get(id);
    for (let i = 0; definition && i < MAX_INHERITANCE; i += 1) {
      const { isHidden, isStruck, shift, font } = definition.run.inStyle;
      meaning.isHidden ??= isHidden;
      meaning.isStruck ??= isStruck;
      meaning.shift ??= shift;
      meaning.font ??= font;
      definition = definition.basedOn === undefined ? undefined : this.runs.get(definition.basedOn);
    }
    return meaning;
  }

  private resolve(id: string): ParagraphStyle {
    const meaning: ParagraphStyle = {};
    let definition = this.styles.get(id);
    for (let i = 0; definition && i < MAX_INHERITANCE; i += 1) {
      const { name, outline, numbering, basedOn } = definition;
      // The nearest ancestor that sets a property counts.
      meaning.level ??= levelOf(name, outline);
      meaning.role ??= roleOf(name);
      meaning.notice ??= noticeOf(name);
      if (numbering.id !== undefined || numbering.level !== undefined) {
        meaning.numbering = { ...numbering, ...meaning.numbering };
      }
      definition = basedOn === undefined ? undefined : this.styles.get(basedOn);
    }
    return meaning;
  }
}

/** Level 9 of the outline is body text. */
export function headingLevel(outline: number): number | undefined {
  return outline >= 0 && outline < 9 ? outline + 1 : undefined;
}

function levelOf(name: string, outline: number | undefined): number | undefined {
  const heading = /^heading ([1-9])$/i.exec(name);
  if (heading) return Number(heading[1]);
  if (/^title$/i.test(name)) return 1;
  return outline === undefined ? undefined : headingLevel(outline);
}

export function roleOf(name: string): ParagraphStyle['role'] {
  if (/^caption$/i.test(name)) return 'figure';
  return /^toc \d$/i.test(name) || /^table of figures$/i.test(name) ? 'table_row' : undefined;
}

export function noticeOf(name: string): NoticeKind | undefined {
  const word = NOTICE_STYLE.exec(name)?.[1]?.toLowerCase();
  if (word === 'warning' || word === 'danger') return 'warning';
  return word === 'caution' || word === 'note' ? word : undefined;
}
