// Sets a source as a web page of its own, as manufacturers publish service letters.
import { escapeXml, inlineParts } from './inline.mjs';

const STYLE = `
    body { font: 15px/1.45 sans-serif; max-width: 46em; margin: 2em auto }
    table { border-collapse: collapse } td, th { border: 1px solid; padding: 2px 8px; text-align: left }
    .warning { border: 3px solid #c00; padding: 0 1em } .caution { border: 2px solid #e90; padding: 0 1em }`;

/** @returns the bytes of the file */
export function renderHtml({ meta, blocks }) {
  const facts = [
    ['Document number', meta.document_number],
    ['Revision', meta.version],
    ['Date', meta.revision_date],
    ['Effectivity', meta.effectivity],
  ];
  const text = `<!DOCTYPE html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <title>${escapeXml(`${meta.document_number} ${meta.title}`)}</title>
  <style>${STYLE}
  </style>
</head>
<body>
<header><p>${escapeXml(meta.issuer)} - ${escapeXml(meta.manual)}</p></header>
<main>
<h1>${escapeXml(meta.title)}</h1>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeXml(value)}</dd>`).join('')}</dl>
${blocks.map((block, i) => blockHtml(block, blocks[i - 1], blocks[i + 1])).join('\n')}
</main>
<footer><p>This document is fiction. NOT FOR USE ON ANY AIRCRAFT.</p></footer>
</body>
</html>
`;
  return Buffer.from(text);
}

function blockHtml(block, before, after) {
  switch (block.type) {
    case 'heading':
      return `<h${block.level + 1}>${inline(block.text)}</h${block.level + 1}>`;
    case 'notice':
      return `<div class="${block.kind}"><p><strong>${block.kind.toUpperCase()}:</strong> ${inline(block.text)}</p></div>`;
    case 'step': {
      const number = block.marker.slice(1, -1);
      const open = before?.type === 'step' ? '' : `<ol start="${number}">`;
      return `${open}<li>${inline(block.text)}</li>${after?.type === 'step' ? '' : '</ol>'}`;
    }
    case 'bullet':
      return `${before?.type === 'bullet' ? '' : '<ul>'}<li>${inline(block.text)}</li>${after?.type === 'bullet' ? '' : '</ul>'}`;
    case 'table': {
      const caption = before?.bold ? `<caption>${inline(before.text)}</caption>` : '';
      const row = (cells, i) =>
        `<tr>${cells.map((cell) => (i === 0 ? `<th>${inline(cell)}</th>` : `<td>${inline(cell)}</td>`)).join('')}</tr>`;
      return `<table>${caption}\n${block.rows.map(row).join('\n')}\n</table>`;
    }
    default:
      // What stands in bold before a table is its caption.
      return block.bold && after?.type === 'table' ? '' : `<p>${inline(block.text)}</p>`;
  }
}

function inline(line) {
  return inlineParts(line)
    .map(({ text, raised, footnote }) =>
      footnote
        ? ` <small>(${escapeXml(footnote)})</small>`
        : raised
          ? `<sup>${escapeXml(raised)}</sup>`
          : escapeXml(text),
    )
    .join('');
}
