// Turns a Markdown source of the sample library into a flat list of blocks that the renderer lays out in order.

const NOTICES = new Set(['warning', 'caution', 'note']);

/** Splits `key: value` front matter from the body, which is text. Values stay strings; a missing front matter is an error. */
export function parseSource(text, name) {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
  if (!match) throw new Error(`${name}: no front matter`);
  const meta = {};
  for (const line of match[1].split('\n')) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`${name}: front matter line "${line}"`);
    meta[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return { meta, body: match[2], name };
}

/** Blocks: heading, page, para, step, bullet, notice, table, figure. Every construct starts its own line. */
export function parseBlocks(lines, name) {
  const blocks = [];
  let i = 0;
  const fenced = () => {
    const body = [];
    for (i += 1; lines[i] !== ':::'; i += 1) {
      if (i >= lines.length) throw new Error(`${name}: ":::" without an end`);
      body.push(lines[i]);
    }
    return body;
  };
  for (; i < lines.length; i += 1) {
    const line = lines[i];
    let m;
    if (!line.trim()) continue;
    if ((m = /^---page(?: (\S+) (\d+)(?: (.+?))?)?---$/.exec(line))) {
      blocks.push({ type: 'page', subject: m[1], number: m[2] && Number(m[2]), effectivity: m[3] });
    } else if ((m = /^(#{1,4}) (.+)$/.exec(line))) {
      blocks.push({ type: 'heading', level: m[1].length, text: m[2] });
    } else if ((m = /^:::figure (.+)$/.exec(line))) {
      blocks.push({ type: 'figure', title: m[1], ops: fenced().filter((op) => op.trim()) });
    } else if ((m = /^:::(\w+)$/.exec(line)) && NOTICES.has(m[1])) {
      blocks.push({ type: 'notice', kind: m[1], text: fenced().join(' ').trim() });
    } else if (line.startsWith('|')) {
      const rows = [];
      for (; i < lines.length && lines[i].startsWith('|'); i += 1) {
        if (!/^\|(?: *:?-+:? *\|)+$/.test(lines[i]))
          rows.push(
            lines[i]
              .slice(1, -1)
              .split('|')
              .map((cell) => cell.trim()),
          );
      }
      if (rows.some((row) => row.length !== rows[0].length)) throw new Error(`${name}: ragged table at line ${i}`);
      blocks.push({ type: 'table', rows });
      i -= 1;
    } else if ((m = /^( *)(\d+|[a-z])\. (.+)$/.exec(line))) {
      blocks.push({ type: 'step', depth: m[1] ? 1 : 0, marker: `(${m[2]})`, text: m[3] });
    } else if ((m = /^( *)- (.+)$/.exec(line))) {
      blocks.push({ type: 'bullet', depth: m[1] ? 1 : 0, text: m[2] });
    } else if ((m = /^\*\*(.+)\*\*$/.exec(line))) {
      blocks.push({ type: 'para', bold: true, text: m[1] });
    } else if (line.startsWith(':::') || line.startsWith('---')) {
      throw new Error(`${name}: unknown directive "${line}"`);
    } else {
      blocks.push({ type: 'para', text: line.trim() });
    }
  }
  return blocks;
}
