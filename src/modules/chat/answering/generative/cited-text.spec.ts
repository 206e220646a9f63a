import { parseCitedText } from './cited-text.js';

describe('parseCitedText', () => {
  it.each([
    ['Torque it to 27 N·m [1].', [{ text: 'Torque it to 27 N·m.', citations: [1] }]],
    [
      'Torque it. [1] Install the pin. [2]',
      [
        { text: 'Torque it.', citations: [1] },
        { text: 'Install the pin.', citations: [2] },
      ],
    ],
    [
      'Do it [1][3]. Then stop.',
      [
        { text: 'Do it.', citations: [1, 3] },
        { text: 'Then stop.', citations: [] },
      ],
    ],
    ['Do it [1, 2].', [{ text: 'Do it.', citations: [1, 2] }]],
    ['Do it [2–4].', [{ text: 'Do it.', citations: [2, 3, 4] }]],
    [
      '(1) Remove it [1].\n(2) Clean it [2].',
      [
        { text: '(1) Remove it.', citations: [1] },
        { text: '(2) Clean it.', citations: [2] },
      ],
    ],
    ['See Fig. 3 of the manual [1].', [{ text: 'See Fig. 3 of the manual.', citations: [1] }]],
    ['[1]', []],
    ['', []],
  ])('%j', (text, expected) => expect(parseCitedText(text)).toEqual(expected));

  it('is not fooled into a huge list by a range', () => {
    expect(parseCitedText('Do it [1-999].')[0]?.citations.length).toBeLessThan(50);
  });
});
