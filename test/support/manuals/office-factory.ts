import { zipOf } from './zip-factory.js';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const FORMATS = 'application/vnd.openxmlformats-officedocument';
export const NAMESPACES =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ' +
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  `xmlns:r="${OFFICE}"`;

export type Files = Record<string, string | Uint8Array>;

/** Relationships by id: the end of their type and the target. */
export function relationships(entries: Record<string, readonly [type: string, target: string]>): string {
  const list = Object.entries(entries).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

/** An Office package with that main part. */
export function officeOf(main: string, type: string, files: Files): Buffer {
  return zipOf({
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/${main}" ContentType="${FORMATS}.${type}.main+xml"/></Types>`,
    '_rels/.rels': relationships({ r1: ['officeDocument', main] }),
    ...files,
  });
}

export interface SheetParts {
  name: string;
  /** Rows and cells as XML, or everything in the worksheet if it starts with another element. */
  rows: string;
  /** XML before and after the rows. */
  before?: string;
  after?: string;
  state?: 'hidden' | 'veryHidden';
  relations?: Record<string, readonly [type: string, target: string]>;
}

export interface WorkbookParts {
  sheets: SheetParts[];
  strings?: string;
  styles?: string;
  is1904?: boolean;
  raw?: Files;
}

/** A workbook as Excel writes one, of hand-written XML. */
export function xlsxOf({ sheets, strings, styles, is1904 = false, raw = {} }: WorkbookParts): Buffer {
  const files: Files = {};
  const relations: Record<string, readonly [string, string]> = {};
  sheets.forEach(({ rows, before = '', after = '', relations: own }, i) => {
    files[`xl/worksheets/sheet${i}.xml`] =
      `<worksheet ${NAMESPACES}>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;
    if (own) files[`xl/worksheets/_rels/sheet${i}.xml.rels`] = relationships(own);
    relations[`s${i}`] = ['worksheet', `worksheets/sheet${i}.xml`];
  });
  if (strings !== undefined) {
    files['xl/sharedStrings.xml'] = `<sst ${NAMESPACES}>${strings}</sst>`;
    relations['strings'] = ['sharedStrings', 'sharedStrings.xml'];
  }
  if (styles !== undefined) {
    files['xl/styles.xml'] = `<styleSheet ${NAMESPACES}>${styles}</styleSheet>`;
    relations['styles'] = ['styles', '/xl/styles.xml'];
  }
  const list = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${name}" sheetId="${9 - i}" r:id="s${i}"${state ? ` state="${state}"` : ''}/>`,
  );
  return officeOf('xl/workbook.xml', 'spreadsheetml.sheet', {
    'xl/workbook.xml': `<workbook ${NAMESPACES}><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(relations),
    ...files,
    ...raw,
  });
}

/** Rows of cells from `A1`: texts inline, numbers as values, empty cells for null, XML if it starts with `<`. */
export function rowsOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows
    .map((row, r) => {
      const cells = row.map((value, c) => {
        const reference = `${String.fromCharCode(65 + c)}${r + 1}`;
        if (value === null) return '';
        if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
        if (value.startsWith('<')) return value.replace('<c', `<c r="${reference}"`);
        return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
      });
      return cells.length === 0 ? '' : `<row r="${r + 1}">${cells.join('')}</row>`;
    })
    .join('');
}

export interface SlideParts {
  /** Shapes as XML. */
  shapes: string;
  hidden?: true;
  /** Shapes of its layout, of the master of that, and of its notes. */
  layout?: string;
  master?: string;
  notes?: string;
  relations?: Record<string, readonly [type: string, target: string]>;
}

/** A presentation as PowerPoint writes one, of hand-written XML. The files of the slides are in reverse order. */
export function pptxOf(slides: SlideParts[], raw: Files = {}): Buffer {
  const files: Files = {};
  const relations: Record<string, readonly [string, string]> = {};
  const part = (root: string, shapes: string, attributes = '') =>
    `<p:${root} ${NAMESPACES}${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`;
  slides.forEach(({ shapes, hidden, layout, master, notes, relations: own = {} }, i) => {
    const number = slides.length - i;
    files[`ppt/slides/slide${number}.xml`] = part('sld', shapes, hidden ? ' show="0"' : '');
    const related: Record<string, readonly [string, string]> = { ...own };
    if (layout !== undefined) {
      files[`ppt/slideLayouts/l${number}.xml`] = part('sldLayout', layout);
      related['layout'] = ['slideLayout', `../slideLayouts/l${number}.xml`];
    }
    if (master !== undefined) {
      files[`ppt/slideMasters/m${number}.xml`] = part('sldMaster', master);
      files[`ppt/slideLayouts/_rels/l${number}.xml.rels`] = relationships({
        m: ['slideMaster', `../slideMasters/m${number}.xml`],
        self: ['slideLayout', `l${number}.xml`],
      });
    }
    if (notes !== undefined) {
      files[`ppt/notesSlides/n${number}.xml`] = part('notes', notes);
      files[`ppt/notesSlides/_rels/n${number}.xml.rels`] = relationships({
        s: ['slide', `../slides/slide${number}.xml`],
      });
      related['notes'] = ['notesSlide', `../notesSlides/n${number}.xml`];
    }
    files[`ppt/slides/_rels/slide${number}.xml.rels`] = relationships(related);
    relations[`s${i}`] = ['slide', `slides/slide${number}.xml`];
  });
  const list = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="s${i}"/>`).join('');
  return officeOf('ppt/presentation.xml', 'presentationml.presentation', {
    'ppt/presentation.xml': `<p:presentation ${NAMESPACES}><p:sldIdLst>${list}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(relations),
    ...files,
    ...raw,
  });
}

/** A text box, or with `placeholder` the attributes of one. `text` is a text, or paragraphs as XML. */
export function shapeOf(text: string, place?: readonly [x: number, y: number], placeholder?: string): string {
  const position =
    place && `<p:spPr><a:xfrm><a:off x="${place[0]}" y="${place[1]}"/><a:ext cx="9" cy="9"/></a:xfrm></p:spPr>`;
  const kind = placeholder === undefined ? '' : `<p:nvSpPr><p:nvPr><p:ph ${placeholder}/></p:nvPr></p:nvSpPr>`;
  return `<p:sp>${kind}${position ?? ''}<p:txBody>${text.startsWith('<') ? text : `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`}</p:txBody></p:sp>`;
}
