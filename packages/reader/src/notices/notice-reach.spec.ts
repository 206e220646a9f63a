import type { ExtractedPassage } from '../document/document.types.js';
import { writePage } from '../markup/markup-source.js';
import type { MarkupBlock } from '../document/page-source.js';
import { INITIAL_PASSAGES, splitPage } from '../passages/passages.js';

const tools = { countTokens: (text: string) => text.split(/\s+/).length, extractIdentifiers: () => [] };

function split(...pages: MarkupBlock[][]): ExtractedPassage[] {
  let state = INITIAL_PASSAGES;
  return pages.flatMap((blocks, i) => {
    const result = splitPage(writePage({ page_number: i + 1, label: null, blocks }), state, tools);
    state = JSON.parse(JSON.stringify(result.state)) as typeof state;
    return result.passages;
  });
}

/** The texts of the notices on the passage that holds each of these words. */
function noticesOn(passages: ExtractedPassage[], ...words: string[]): Record<string, string[] | undefined> {
  const noticesOf = (word: string) =>
    passages.find(({ text }) => text.includes(word))?.notices.map((notice) => notice.text);
  return Object.fromEntries(words.map((word) => [word, noticesOf(word)]));
}

const heading = (text: string, level: number): MarkupBlock => ({ kind: 'heading', text, level });
const step = (text: string, level: number): MarkupBlock => ({ kind: 'list_item', text, level });
const long = 'word '.repeat(200).trim();

describe('a notice that says what it governs', () => {
  it('governs its step with sub-steps and text, not the steps before and after it', () => {
    const passages = split([
      heading('Procedure', 1),
      step(`1. a ${long}`, 1),
      { kind: 'warning', text: 'W2', reach: { step: 1 } },
      { kind: 'caution', text: 'C2', reach: { step: 1 } },
      step(`2. b ${long}`, 1),
      { kind: 'warning', text: 'W2.1', reach: { step: 2 } },
      step(`2.1 c ${long}`, 2),
      { kind: 'paragraph', text: `text d ${long}` },
      step(`2.2 e ${long}`, 2),
      step(`3. f ${long}`, 1),
    ]);
    expect(noticesOn(passages, '1. a', '2. b', '2.1 c', 'text d', '2.2 e', '3. f')).toEqual({
      '1. a': [],
      '2. b': ['W2', 'C2'],
      '2.1 c': ['W2', 'W2.1', 'C2'],
      'text d': ['W2', 'W2.1', 'C2'],
      '2.2 e': ['W2', 'C2'],
      '3. f': [],
    });
  });

  it('is not itself governed by the step before it, and holds over the end of a page', () => {
    const passages = split(
      [{ kind: 'warning', text: 'W1', reach: { step: 1 } }, step(`1. a ${long}`, 1)],
      [{ kind: 'warning', text: 'W2', reach: { step: 1 } }],
      [step(`2. b ${long}`, 1), step(`3. c ${long}`, 1)],
    );
    expect(noticesOn(passages, '1. a', 'W2', '2. b', '3. c')).toEqual({
      '1. a': ['W1'],
      W2: [],
      '2. b': ['W2'],
      '3. c': [],
    });
  });

  it('governs a section from inside one of its subsections, to the next heading of its level', () => {
    const passages = split([
      heading('Module', 1),
      heading('Safety', 3),
      { kind: 'warning', text: 'W', reach: { section: 1 } },
      heading('Procedure', 2),
      step(`1. a ${long}`, 1),
      heading('Next module', 1),
      step(`1. b ${long}`, 1),
    ]);
    expect(noticesOn(passages, '1. a', '1. b')).toEqual({ '1. a': ['W'], '1. b': [] });
  });
});

describe('a heading with identifiers', () => {
  it('files all passages of its section under them', () => {
    const passages = split(
      [{ kind: 'heading', text: 'Module', level: 1, identifiers: ['32-11-00'] }, heading('Part', 2)],
      [{ kind: 'paragraph', text: 'a' }, heading('Other', 1), { kind: 'paragraph', text: 'b' }],
    );
    expect(passages.map(({ text, identifiers }) => [text.at(-1), identifiers])).toEqual([
      ['t', ['32-11-00']],
      ['a', ['32-11-00']],
      ['b', []],
    ]);
  });
});
