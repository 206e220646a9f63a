// Sets a source as a Word file: styles, lists that Word counts, tables, footnotes, running header (ECMA-376, transitional).
import { escapeXml, inlineParts } from './inline.mjs';
import { zipped } from './package.mjs';
import { docxFrame } from './docx-frame.mjs';

const HEADING_STYLES = ['Heading1', 'Heading2', 'Heading3', 'Heading4'];

/** @returns the bytes of the file */
export function renderDocx({ meta, blocks }) {
  const writer = new WordWriter();
  const body = [
    writer.paragraph(meta.title, 'Title'),
    writer.paragraph(`${meta.document_number}, ${meta.version}, ${meta.revision_date}`),
    writer.paragraph(`Effectivity: ${meta.effectivity}`),
    ...blocks.map((block) => writer.block(block)),
  ].join('');
  return zipped(docxFrame(meta, body, writer.footnotes, writer.lists), meta.revision_date);
}

class WordWriter {
  footnotes = [];
  lists = 0;

  block(block) {
    switch (block.type) {
      case 'heading':
        return this.paragraph(block.text, HEADING_STYLES[block.level - 1]);
      case 'notice':
        return this.paragraph(`${block.kind.toUpperCase()}: ${block.text}`, capitalised(block.kind));
      case 'step':
        // Every "1." begins a list: Word stores how to count, never the number.
        if (block.marker === '(1)') this.lists += 1;
        return this.paragraph(
          block.text,
          'ListNumber',
          `<w:numPr><w:ilvl w:val="${block.depth}"/><w:numId w:val="${this.lists}"/></w:numPr>`,
        );
      case 'bullet':
        return this.paragraph(block.text, 'ListBullet');
      case 'table':
        return this.table(block.rows);
      case 'page':
        return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
      default:
        return this.paragraph(block.text, block.bold ? 'Caption' : undefined);
    }
  }

  paragraph(text, style, properties = '') {
    const named = style ? `<w:pStyle w:val="${style}"/>` : '';
    return `<w:p><w:pPr>${named}${properties}</w:pPr>${this.runs(text)}</w:p>`;
  }

  runs(line) {
    return inlineParts(line)
      .map(({ text, raised, footnote }) => {
        if (footnote) {
          this.footnotes.push(footnote);
          return `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="${this.footnotes.length}"/></w:r>`;
        }
        const look = raised ? '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>' : '';
        return `<w:r>${look}<w:t xml:space="preserve">${escapeXml(raised ?? text)}</w:t></w:r>`;
      })
      .join('');
  }

  table(rows) {
    const width = Math.floor(9_600 / rows[0].length);
    const cell = (text) => `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${this.paragraph(text)}</w:tc>`;
    const row = (cells, i) =>
      `<w:tr>${i === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells.map(cell).join('')}</w:tr>`;
    const grid = rows[0].map(() => `<w:gridCol w:w="${width}"/>`).join('');
    return `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.map(row).join('')}</w:tbl><w:p/>`;
  }
}

function capitalised(word) {
  return word[0].toUpperCase() + word.slice(1);
}
