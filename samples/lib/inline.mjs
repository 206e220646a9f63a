// Marks inside of a line, for the formats that can show them: `35 mm^2^` (superscript) and `dry threads[^text]` (footnote).
const MARK = /\^([^^\s]+)\^|\[\^([^\]]+)\]/g;

/** Cuts a line into parts: {text}, {raised} or {footnote}. */
export function inlineParts(line) {
  const parts = [];
  let end = 0;
  for (const { 0: whole, 1: raised, 2: footnote, index } of line.matchAll(MARK)) {
    if (index > end) parts.push({ text: line.slice(end, index) });
    parts.push(raised ? { raised } : { footnote });
    end = index + whole.length;
  }
  if (end < line.length) parts.push({ text: line.slice(end) });
  return parts;
}

export function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
