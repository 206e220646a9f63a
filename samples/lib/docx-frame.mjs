// The parts of a Word file around its text.
import { escapeXml } from './inline.mjs';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const PARTS = ['styles', 'numbering', 'footnotes', 'header', 'footer'];

/** The files of the package by name. `lists`: how many numbered lists there are. */
export function docxFrame(meta, body, footnotes, lists) {
  const part = (root, inside) => `${XML}<w:${root} ${W}>${inside}</w:${root}>`;
  const text = (words) => `<w:p><w:r><w:t>${escapeXml(words)}</w:t></w:r></w:p>`;
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${PARTS.map((name) => `<Override PartName="/word/${name}.xml" ContentType="${TYPE}.${name}+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'docProps/core.xml': `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(meta.title)}</dc:title><dc:language>en-GB</dc:language></cp:coreProperties>`,
    'word/_rels/document.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${PARTS.map((name, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${name}" Target="${name}.xml"/>`).join('')}</Relationships>`,
    'word/document.xml': part(
      'document',
      `<w:body>${body}<w:sectPr><w:headerReference w:type="default" r:id="rId4"/><w:footerReference w:type="default" r:id="rId5"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body>`,
    ),
    'word/styles.xml': part('styles', styles()),
    'word/numbering.xml': part('numbering', numbering(lists)),
    'word/footnotes.xml': part(
      'footnotes',
      `<w:footnote w:id="-1" w:type="separator"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>${footnotes.map((words, i) => `<w:footnote w:id="${i + 1}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr><w:r><w:t>${escapeXml(words)}</w:t></w:r></w:p></w:footnote>`).join('')}`,
    ),
    'word/header.xml': part('hdr', text(`${meta.issuer} - ${meta.manual} ${meta.document_number} ${meta.version}`)),
    'word/footer.xml': part('ftr', text('FICTIONAL - NOT FOR USE ON ANY AIRCRAFT')),
  };
}

function styles() {
  const style = (id, name, paragraph = '', run = '', basedOn = 'Normal') =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="${basedOn}"/><w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`;
  const box = (size) =>
    `<w:pBdr>${['top', 'left', 'bottom', 'right'].map((side) => `<w:${side} w:val="single" w:sz="${size}" w:space="4" w:color="auto"/>`).join('')}</w:pBdr>`;
  const heading = (level) =>
    style(`Heading${level}`, `heading ${level}`, `<w:keepNext/><w:outlineLvl w:val="${level - 1}"/>`, '<w:b/>');
  return [
    '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial"/><w:sz w:val="20"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults>',
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
    style('Title', 'Title', '', '<w:b/><w:sz w:val="32"/>'),
    ...[1, 2, 3, 4].map(heading),
    style('ListNumber', 'List Number'),
    style('ListBullet', 'List Bullet', '<w:numPr><w:numId w:val="1000"/></w:numPr>'),
    style('Caption', 'caption', '<w:keepNext/>', '<w:b/>'),
    style('Warning', 'Warning', `<w:keepNext/>${box(18)}`, '<w:b/>'),
    style('Caution', 'Caution', `<w:keepNext/>${box(8)}`, '<w:b/>'),
    style('Note', 'Note', '', '<w:i/>'),
    style('FootnoteText', 'footnote text', '', '<w:sz w:val="16"/>'),
    '<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>',
    `<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`).join('')}</w:tblBorders></w:tblPr></w:style>`,
  ].join('');
}

function numbering(lists) {
  const level = (i, format, text) =>
    `<w:lvl w:ilvl="${i}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${(i + 1) * 480}" w:hanging="480"/></w:pPr></w:lvl>`;
  const steps = Array.from(
    { length: lists },
    (_, i) =>
      `<w:num w:numId="${i + 1}"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`,
  );
  return [
    `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2.')}</w:abstractNum>`,
    `<w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="singleLevel"/>${level(0, 'bullet', '•')}</w:abstractNum>`,
    ...steps,
    '<w:num w:numId="1000"><w:abstractNumId w:val="1"/></w:num>',
  ].join('');
}
