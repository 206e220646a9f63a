import type { PageMessage } from '@amks/reader/extraction/child-protocol.js';
import { readDrawnPages, type Draw } from '../../support/manuals/drawn-pages.js';

/** One page for each case, read as one file. */
const PAGES = {
  clipped_fill: (document, write) => {
    write('1. Torque to 40 N·m.', 72, 300);
    document.save().rect(70, 400, 300, 40).clip();
    document.rect(0, 0, 595, 842).fill('#f0f0f0').moveTo(72, 297).lineTo(160, 297).stroke();
    document.restore().fillColor('black');
    write('NOTE: A note in a grey box.', 72, 420);
  },
  round_clip: (document, write) => {
    write('1. Torque to 40 N·m.', 72, 300);
    document.save().circle(400, 500, 30).clip();
    document.rect(0, 0, 595, 842).fill('#f0f0f0');
    document.restore().fillColor('black');
    write('2. Torque to 41 N·m.', 72, 320);
  },
  gradient: (document, write) => {
    write('1. Torque to 40 N·m.', 72, 300);
    const gradient = document.linearGradient(70, 290, 300, 310).stop(0, 'yellow', 0.2).stop(1, 'yellow', 0.2);
    document.rect(70, 290, 230, 14).fill(gradient).fillColor('black');
  },
  painted_over: (document, write) => {
    write('1. Torque to 40 N·m.', 72, 300);
    document.rect(70, 290, 230, 14).fill('#eeeeee').fillColor('black');
    write('2. Torque to 41 N·m.', 72, 330);
  },
  corrected: (document, write) => {
    const x = write('1. Torque to ', 72, 300);
    const end = write('400', x, 300);
    write(' N·m.', end, 300);
    document
      .rect(x, 290, end - x, 14)
      .fill('white')
      .fillColor('black');
    write('35', x, 300);
  },
  thick_strike: (document, write) => {
    const x = write('1. Torque to ', 72, 300);
    const end = write('40', x, 300);
    document.moveTo(x, 297).lineTo(end, 297).lineWidth(1.8).stroke();
    write(' 35 N·m.', end, 300);
  },
  crossed_out: (document, write) => {
    write('1. Torque to 40 N·m.', 72, 300);
    document.lineWidth(0.7).moveTo(70, 303).lineTo(180, 290).stroke().moveTo(70, 290).lineTo(180, 303).stroke();
  },
  plain: (document, write) => {
    write('1. Torque to 40 N·m.', 72, 300);
    document.lineWidth(0.7).moveTo(68, 320).lineTo(68, 280).stroke().moveTo(190, 295).lineTo(400, 200).stroke();
  },
  lone_fractions: (_, write) => {
    const half = (y: number, [above, below]: readonly [number, number]) => {
      write('1', 132, y - above, { size: 7 });
      write('2', 132, y + below, { size: 7 });
    };
    [
      [5, 2],
      [6, 2.5],
      [7.2, 1.8],
    ].forEach(([above, below], i) => {
      write(`${i + 1}. Length of`, 72, 300 + 40 * i);
      half(300 + 40 * i, [above!, below!]);
      write('in. wide.', 142.5, 300 + 40 * i);
    });
    write('4. Length of', 72, 420);
    write('2', 132, 422, { size: 7 });
    write('in. wide.', 142.5, 420);
  },
} satisfies Record<string, Draw>;

type Name = keyof typeof PAGES;

describe('what a PDF hides, or only seems to hide', () => {
  let warnings: string[];
  let read: Map<string, PageMessage>;
  beforeAll(async () => {
    ({ read, warnings } = await readDrawnPages(PAGES));
  });

  const textOf = (name: Name) => read.get(name)!.page.text;
  /** What the warnings say of the page, which they name alone or in a range. */
  const toldOf = (name: Name): string[] => {
    const number = Object.keys(PAGES).indexOf(name) + 1;
    const isNamed = ([, from, to]: RegExpMatchArray) => number >= Number(from) && number <= Number(to ?? from);
    return warnings.filter((warning) => [...warning.matchAll(/(\d+)(?:[-–](\d+))?/g)].some(isNamed));
  };

  it('keeps text outside of the clip through which an area is filled', () => {
    expect(textOf('clipped_fill')).toBe('1. Torque to 40 N·m.\nNOTE: A note in a grey box.');
    expect(textOf('round_clip')).toBe('1. Torque to 40 N·m.\n2. Torque to 41 N·m.');
    expect([...toldOf('clipped_fill'), ...toldOf('round_clip')]).toEqual([]);
  });

  it('keeps text under a gradient, which one may see through', () => {
    expect(textOf('gradient')).toBe('1. Torque to 40 N·m.');
    expect(toldOf('gradient')).toEqual([]);
  });

  it('keeps text that is painted over with nothing in its place, and tells it', () => {
    expect(textOf('painted_over')).toBe('1. Torque to 40 N·m.\n2. Torque to 41 N·m.');
    expect(toldOf('painted_over')).toEqual([expect.stringMatching(/may be painted over/)]);
  });

  it('omits text that is painted over and rewritten, and reports it', () => {
    expect(textOf('corrected')).toMatch(/^1\. Torque to 35 +N·m\.$/);
    expect(toldOf('corrected')).toEqual([expect.stringMatching(/was left out/)]);
  });

  it('keeps text behind thick lines and crosses, and tells it', () => {
    expect(textOf('thick_strike')).toBe('1. Torque to 40 35 N·m.');
    expect(textOf('crossed_out')).toBe('1. Torque to 40 N·m.');
    for (const name of ['thick_strike', 'crossed_out'] as const) {
      expect(toldOf(name)).toEqual([expect.stringMatching(/may strike it out/)]);
    }
  });

  it('tells nothing of change bars and leader lines', () => {
    expect(textOf('plain')).toBe('1. Torque to 40 N·m.');
    expect(toldOf('plain')).toEqual([]);
  });

  it('joins the halves of a fraction that stands apart, and takes one half alone for no value', () => {
    expect(textOf('lone_fractions').split('\n')).toEqual([
      '1. Length of 1/2 in. wide.',
      '2. Length of 1/2 in. wide.',
      '3. Length of 1/2 in. wide.',
      '4. Length of ₂ in. wide.',
    ]);
    const quantities = read.get('lone_fractions')!.passages.flatMap(({ facts }) => facts.quantities ?? []);
    const ofLength = quantities.filter(({ kind }) => kind === 'length');
    expect(ofLength.map(({ text }) => text)).toEqual(['1/2 in.', '1/2 in.', '1/2 in.']);
  });
});
