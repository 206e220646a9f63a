import { expectLinear, repeated } from '../../../test/support/linear-time.js';
import { highlightsOf, queryTerms, snippetOf } from './snippet.js';

const marked = (text: string, query: string): string[] =>
  highlightsOf(text, queryTerms(query)).map(([start, end]) => text.slice(start, end));

describe('queryTerms', () => {
  it('leaves out the words every text has, unless there are no others', () => {
    expect(marked('How to remove the wheel', 'how do I remove a wheel')).toEqual(['remove', 'wheel']);
    expect(marked('What is it', 'what is it')).toEqual(['What', 'is', 'it']);
  });

  it('has none for a query without words', () => {
    for (const query of ['', '?!', '🛩', ' \n']) expect(marked(query + ' a text', query)).toEqual([]);
  });
});

describe('highlightsOf', () => {
  it.each([
    ['Tighten the bolts.', 'tightening bolt', ['Tighten', 'bolts']],
    ['See 32-11-00, not 32-11-01.', '32-11-00', ['32-11-00']],
    ['Part AT72-4021 is new.', 'at724021', ['AT72-4021']],
    ['Prüfe die RÄDER.', 'räder', ['RÄDER']],
    ['Torque 3.5 N·m', '3.5 n·m', ['3.5', 'N·m']],
    ['🛩 wheel 🛩 wheel', 'wheel', ['wheel', 'wheel']],
    ['nothing of it', 'propeller', []],
    ['The nose gear and the nose of a gear', '"nose gear" pump', ['nose gear']],
    ['Wheel, not the left one.', 'wheel -left', ['Wheel']],
    ['AT72-4021-3 AT72 4022', 'at72-4021', ['AT72-4021']],
  ])('%j for %j', (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected);
  });
});

it('marks what was searched for beside the words themselves', () => {
  const terms = queryTerms('torqe of the MLG nut', {
    corrections: [{ word: 'torqe', used: 'torque' }],
    expansions: [{ from: 1, to: 2, terms: ['main', 'land', 'gear'], weight: 0.8 }],
  });
  const text = 'Torque the main landing gear nut.';
  const found = highlightsOf(text, terms).map(([start, end]) => text.slice(start, end));
  expect(found).toEqual(['Torque', 'main landing gear', 'nut']);
});

describe('snippetOf', () => {
  it('never parts a notice from its label', () => {
    const text = 'WARNING: STAND IN FRONT OF THE WHEEL WHEN YOU INFLATE A TYRE.';
    expect(snippetOf(text, queryTerms('inflate tyre')).text).toBe(text);
  });

  const filler = 'The quick inspection of the cabin is described elsewhere in this manual. ';

  it('is a verbatim piece of the text with its matches marked', () => {
    const text = `${filler.repeat(10)}Tighten the attachment bolts to 120 Nm. ${filler.repeat(10)}`;
    const { text: snippet, highlights } = snippetOf(text, queryTerms('torque attachment bolts tighten'));
    expect(text).toContain(snippet);
    expect(snippet.length).toBeLessThanOrEqual(280);
    expect(snippet.startsWith('Tighten')).toBe(true);
    expect(highlights.map(([start, end]) => snippet.slice(start, end))).toEqual(['Tighten', 'attachment', 'bolts']);
  });

  it('shows where most of the words stand together', () => {
    const text = `Bolts. ${filler.repeat(8)}Wheel bolts and nuts. ${filler.repeat(8)}Nuts.`;
    expect(snippetOf(text, queryTerms('wheel bolts nuts')).text).toContain('Wheel bolts and nuts.');
  });

  it('is the beginning when nothing matches, and the whole of a short text', () => {
    const text = filler.repeat(10);
    const none = snippetOf(text, queryTerms('propeller'));
    expect(text.startsWith(none.text)).toBe(true);
    expect(none.highlights).toEqual([]);
    expect(snippetOf('Short.', queryTerms('short'))).toEqual({ text: 'Short.', highlights: [[0, 5]] });
    expect(snippetOf('', queryTerms('short'))).toEqual({ text: '', highlights: [] });
  });

  it('copes with long texts without spaces', () => {
    const { text } = snippetOf('x'.repeat(5000), queryTerms('y'));
    expect(text.length).toBeLessThanOrEqual(280);
  });

  it('does not cut a character of two code units in two', () => {
    const { text } = snippetOf('🛩'.repeat(1000), queryTerms('y'));
    expect(text).not.toMatch(/\p{Surrogate}/u);
    const odd = snippetOf(`x${'🛩'.repeat(1000)}`, queryTerms('y'));
    expect(odd.text).not.toMatch(/\p{Surrogate}/u);
  });

  it('takes time in proportion to the text', async () => {
    await expectLinear((text) => snippetOf(text, queryTerms('bolt wheel nut')), repeated('bolt '), 12_500);
  });
});
