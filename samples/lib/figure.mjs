// Line drawings from a few words per line, in points from the top left of the figure frame (487 points wide).
//   height 300, box x y w h Label|second line, circle x y r Label, line x1 y1 x2 y2 …, arrow x1 y1 x2 y2
//   text x y Label, item N x y toX toY (numbered balloon with a leader)
import { PAGE } from './canvas.mjs';

const SMALL = { size: 8 };

export function figureHeight(ops) {
  return Number(/^height (\d+)$/.exec(ops[0] ?? '')?.[1] ?? 300) + 26;
}

export function drawFigure(canvas, { title, ops }) {
  const { pdf } = canvas;
  const top = canvas.y;
  const height = figureHeight(ops) - 26;
  pdf
    .lineWidth(0.5)
    .rect(PAGE.left, top, PAGE.right - PAGE.left, height)
    .stroke();
  for (const op of ops.slice(1)) {
    const [name, ...words] = op.trim().split(' ');
    const n = words.map(Number);
    const label = (from) => words.slice(from).join(' ').split('|');
    const X = (i) => PAGE.left + n[i];
    const Y = (i) => top + n[i];
    pdf.lineWidth(1);
    if (name === 'box') {
      pdf.rect(X(0), Y(1), n[2], n[3]).stroke();
      centred(canvas, label(4), X(0) + n[2] / 2, Y(1) + n[3] / 2);
    } else if (name === 'circle') {
      pdf.circle(X(0), Y(1), n[2]).stroke();
      centred(canvas, label(3), X(0), Y(1));
    } else if (name === 'line') {
      pdf.moveTo(X(0), Y(1));
      for (let i = 2; i < n.length; i += 2) pdf.lineTo(X(i), Y(i + 1));
      pdf.stroke();
    } else if (name === 'arrow') {
      arrow(pdf, X(0), Y(1), X(2), Y(3));
    } else if (name === 'text') {
      label(2).forEach((line, i) => canvas.line(line, X(0), Y(1) + i * 10, SMALL));
    } else if (name === 'item') {
      pdf.lineWidth(0.5).moveTo(X(1), Y(2)).lineTo(X(3), Y(4)).stroke();
      pdf.circle(X(1), Y(2), 9).fillAndStroke('white', 'black').fillColor('black');
      centred(canvas, [words[0]], X(1), Y(2));
    } else throw new Error(`figure: unknown "${op}"`);
  }
  canvas.line(title, (PAGE.left + PAGE.right) / 2, top + height + 7, { font: 'bold', size: 9, align: 'center' });
  canvas.y = top + height + 26;
}

function centred(canvas, lines, x, y) {
  lines.forEach((line, i) =>
    canvas.line(line, x, y - 3.5 + (i - (lines.length - 1) / 2) * 10, { ...SMALL, align: 'center' }),
  );
}

function arrow(pdf, x1, y1, x2, y2) {
  pdf.moveTo(x1, y1).lineTo(x2, y2).stroke();
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn) => [x2 - 7 * Math.cos(angle + turn), y2 - 7 * Math.sin(angle + turn)];
  pdf
    .moveTo(x2, y2)
    .lineTo(...wing(0.4))
    .lineTo(...wing(-0.4))
    .fill('black');
}
