// Ruled tables: columns sized by their content, rows drawn one after the other so that extracted text reads by row.
import { PAGE } from './canvas.mjs';

const CELL = { size: 8.5 };
const HEAD = { size: 8.5, font: 'bold' };
const PAD = 4;
const LEADING = 10.5;
// A column without text is there to be signed or filled in by hand.
const BOX = { width: 52, height: 24 };
const total = (numbers) => numbers.reduce((sum, n) => sum + n, 0);

/** Measures a table: {columns: widths, rows: [{lines per cell, height, style}]}. */
export function layTable(canvas, rows) {
  const boxes = rows[0].map((_, c) => rows.slice(1).every((row) => !row[c]));
  const columns = columnWidths(canvas, rows, boxes);
  return {
    columns,
    rows: rows.map((row, r) => {
      const style = r === 0 ? HEAD : CELL;
      const cells = row.map((text, c) => canvas.wrap(text, columns[c] - 2 * PAD, style));
      const height = Math.max(...cells.map((lines) => lines.length)) * LEADING + 2 * PAD;
      return { cells, style, height: r > 0 && boxes.includes(true) ? Math.max(height, BOX.height) : height };
    }),
  };
}

/** Draws the table, opening pages with `nextPage` and repeating the head row on each. */
export function drawTable(canvas, { columns, rows }, nextPage) {
  const [head, ...body] = rows;
  drawRow(canvas, columns, head);
  for (const row of body) {
    if (canvas.y + row.height > PAGE.bottom) {
      nextPage();
      drawRow(canvas, columns, head);
    }
    drawRow(canvas, columns, row);
  }
  canvas.y += 10;
}

function drawRow(canvas, columns, { cells, style, height }) {
  let x = PAGE.left;
  if (style === HEAD) canvas.pdf.rect(x, canvas.y, total(columns), height).fill('#e4e4e4').fillColor('black');
  cells.forEach((lines, c) => {
    canvas.pdf.lineWidth(0.5).rect(x, canvas.y, columns[c], height).stroke();
    lines.forEach((line, i) => canvas.line(line, x + PAD, canvas.y + PAD + 1 + i * LEADING, style));
    x += columns[c];
  });
  canvas.y += height;
}

/** Every column gets its longest word; what is left of the page width is shared by how much text each still wants. */
function columnWidths(canvas, rows, boxes) {
  const measure = (pick) =>
    rows[0].map((_, c) => Math.max(...rows.map((row, r) => pick(row[c], r === 0 ? HEAD : CELL))) + 2 * PAD + 1);
  const words = measure((text, style) => Math.max(...text.split(' ').map((word) => canvas.widthOf(word, style))));
  const minimum = words.map((width, c) => (boxes[c] ? Math.max(width, BOX.width) : width));
  const natural = measure((text, style) => canvas.widthOf(text, style));
  const spare = PAGE.right - PAGE.left - total(minimum);
  const wanted = natural.map((width, c) => Math.max(0, width - minimum[c]));
  if (spare < 0) throw new Error(`table too wide: ${rows[0].join(' | ')}`);
  const share = Math.min(1, spare / (total(wanted) || 1));
  const widths = minimum.map((width, c) => width + wanted[c] * share);
  const rest = PAGE.right - PAGE.left - total(widths);
  return widths.map((width) => width + (rest * width) / total(widths));
}
