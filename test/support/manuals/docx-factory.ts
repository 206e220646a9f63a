import { zipOf } from './zip-factory.js';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const NAMESPACES =
  `${W} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ` +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ' +
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ' +
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DOCX_MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** Parts of a Word file: contents of the root elements, or (`raw`) whole parts by name. */
export interface DocxParts {
  body: string;
  styles?: string;
  numbering?: string;
  footnotes?: string;
  endnotes?: string;
  headers?: string[];
  footers?: string[];
  core?: string;
  mainType?: string;
  raw?: Record<string, string | Uint8Array>;
}

/** Content types of a package whose main part has the given type. */
export function contentTypes(mainType = DOCX_MAIN): string {
  return (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`
  );
}

/** A Word file as Word writes one, of hand-written XML. */
export function docxOf({ body, raw = {}, mainType, ...parts }: DocxParts): Buffer {
  const word: Record<string, string> = {};
  const relations: string[] = [];
  const add = (type: string, name: string, root: string, content: string | undefined): void => {
    if (content === undefined) return;
    word[`word/${name}.xml`] = `<?xml version="1.0"?><w:${root} ${NAMESPACES}>${content}</w:${root}>`;
    relations.push(`<Relationship Id="r${relations.length}" Type="${OFFICE}/${type}" Target="${name}.xml"/>`);
  };
  add('styles', 'styles', 'styles', parts.styles);
  add('numbering', 'numbering', 'numbering', parts.numbering);
  add('footnotes', 'footnotes', 'footnotes', parts.footnotes);
  add('endnotes', 'endnotes', 'endnotes', parts.endnotes);
  parts.headers?.forEach((content, i) => add('header', `header${i}`, 'hdr', content));
  parts.footers?.forEach((content, i) => add('footer', `footer${i}`, 'ftr', content));
  const relationships = (content: string): string =>
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
  return zipOf({
    '[Content_Types].xml': contentTypes(mainType),
    '_rels/.rels': relationships(
      `<Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/>` +
        `<Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
    ),
    'word/document.xml': `<?xml version="1.0"?><w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(relations.join('')),
    ...word,
    ...(parts.core && {
      'docProps/core.xml': `<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${parts.core}</cp:coreProperties>`,
    }),
    ...raw,
  });
}

/** A paragraph of plain text, in a style when one is named. */
export function paragraph(text: string, style?: string, properties = ''): string {
  const named = style === undefined ? '' : `<w:pStyle w:val="${style}"/>`;
  return `<w:p><w:pPr>${named}${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A table of texts. */
export function table(rows: string[][]): string {
  const cell = (content: string): string => `<w:tc>${content.startsWith('<w:') ? content : paragraph(content)}</w:tc>`;
  const grid = rows[0]!.map(() => '<w:gridCol w:w="100"/>').join('');
  return `<w:tbl><w:tblGrid>${grid}</w:tblGrid>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
}
