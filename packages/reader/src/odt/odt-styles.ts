import { noticeOf, roleOf } from '../docx/docx-styles.js';
import type { NoticeKind } from '../notices/markers.js';
import type { Attribute } from '../office/part-xml.js';
import type { OdtLevel } from './odt-numbering.js';

/** What a style and its ancestors say. */
export interface OdtStyle {
  level?: number;
  role?: 'figure' | 'table_row';
  notice?: NoticeKind;
  breakBefore?: boolean;
  breakAfter?: boolean;
  isStruck?: boolean;
  isHidden?: boolean;
  isBold?: boolean;
  shift?: 'up' | 'down' | 'none';
}

interface Definition extends OdtStyle {
  parent?: string;
}

const MAX_INHERITANCE = 20;

/** Reads styles (ODF 1.3-3, 16). Automatic styles of the content replace those of headers and footers. */
export class OdtStyles {
  /** Levels of list styles; those of headings under an empty name. */
  readonly lists = new Map<string, OdtLevel[]>();
  private readonly styles = new Map<string, Definition>();
  /** Default styles by family. */
  private readonly defaults = new Map<string, Definition>();
  private readonly resolved = new Map<string, OdtStyle>();
  private style: Definition | null = null;
  private list: OdtLevel[] | null = null;

  open(name: string, attribute: Attribute): void {
    switch (name) {
      case 'style:style':
        this.style = definitionOf(attribute);
        this.styles.set(keyOf(attribute('family'), attribute('name')), this.style);
        this.resolved.clear();
        break;
      case 'style:default-style':
        this.style = {};
        this.defaults.set(attribute('family') ?? '', this.style);
        this.resolved.clear();
        break;
      case 'style:table-properties':
        if (this.style && attribute('table:display') === 'false') this.style.isHidden = true;
        break;
      case 'style:paragraph-properties':
        if (this.style) Object.assign(this.style, breaksOf(attribute));
        break;
      case 'style:text-properties':
        if (this.style) Object.assign(this.style, textPropertiesOf(attribute));
        break;
      case 'text:list-style':
      case 'text:outline-style':
        this.list = [];
        this.lists.set(name === 'text:list-style' ? (attribute('style:name') ?? '') : '', this.list);
        break;
      case 'text:list-level-style-number':
      case 'text:list-level-style-bullet':
      case 'text:list-level-style-image':
      case 'text:outline-level-style':
        this.setLevel(name, attribute);
    }
  }

  close(name: string): void {
    if (name === 'style:style' || name === 'style:default-style') this.style = null;
    else if (name === 'text:list-style' || name === 'text:outline-style') this.list = null;
  }

  /** @param family `paragraph`, `text` or `table` */
  of(family: string, name: string | undefined): OdtStyle {
    const key = keyOf(family, name);
    const known = this.resolved.get(key);
    if (known) return known;
    const style: OdtStyle = {};
    let definition = this.styles.get(key);
    for (let i = 0; definition && i < MAX_INHERITANCE; i += 1) {
      const { parent, ...own } = definition;
      Object.assign(style, { ...own, ...style });
      definition = parent === undefined ? undefined : this.styles.get(keyOf(family, parent));
    }
    // Text without its own property has that of its paragraph.
    if (family !== 'text') Object.assign(style, { ...this.defaults.get(family), ...style });
    this.resolved.set(key, style);
    return style;
  }

  private setLevel(name: string, attribute: Attribute): void {
    const level = Number(attribute('level'));
    if (!this.list || !(level >= 1 && level <= 10)) return;
    this.list[level - 1] = {
      isBullet: name === 'text:list-level-style-bullet' || name === 'text:list-level-style-image',
      format: attribute('style:num-format') ?? '',
      prefix: attribute('style:num-prefix') ?? '',
      suffix: attribute('style:num-suffix') ?? '',
      start: Number(attribute('start-value') ?? 1) || 1,
      displayed: Number(attribute('display-levels') ?? 1) || 1,
    };
  }
}

function keyOf(family: string | undefined, name: string | undefined): string {
  return `${family} ${name}`;
}

function definitionOf(attribute: Attribute): Definition {
  // Spaces and other characters are written as `_20_`.
  const name = attribute('display-name') ?? (attribute('name') ?? '').replace(/_([\da-f]{1,4})_/g, ' ');
  const parent = attribute('parent-style-name');
  const level = /^title$/i.test(name) ? 1 : Number(attribute('default-outline-level') || NaN);
  const notice = noticeOf(name);
  const role = /^contents \d+$/i.test(name) ? 'table_row' : roleOf(name);
  return {
    ...(parent !== undefined && { parent }),
    ...(level >= 1 && { level }),
    ...(notice && { notice }),
    ...(role && { role }),
    ...(attribute('master-page-name') && { breakBefore: true }),
  };
}

function breaksOf(attribute: Attribute): Pick<OdtStyle, 'breakBefore' | 'breakAfter'> {
  const [before, after] = [attribute('fo:break-before'), attribute('fo:break-after')];
  return {
    ...(before !== undefined && { breakBefore: before === 'page' }),
    ...(after !== undefined && { breakAfter: after === 'page' }),
  };
}

function textPropertiesOf(attribute: Attribute): OdtStyle {
  const strike = attribute('text-line-through-style') ?? attribute('text-line-through-type');
  const display = attribute('text:display');
  const weight = attribute('fo:font-weight');
  const position = attribute('text-position');
  return {
    ...(strike !== undefined && { isStruck: strike !== 'none' }),
    ...(display !== undefined && { isHidden: display === 'none' }),
    ...(weight !== undefined && { isBold: weight === 'bold' || Number(weight) >= 600 }),
    ...(position !== undefined && { shift: shiftOf(position) }),
  };
}

/** From `super 58%`, `sub 58%` or the height of the line: `33% 58%`. */
function shiftOf(position: string): 'up' | 'down' | 'none' {
  if (position.startsWith('super')) return 'up';
  const height = Number.parseFloat(position) || 0;
  return position.startsWith('sub') || height < 0 ? 'down' : height > 0 ? 'up' : 'none';
}
