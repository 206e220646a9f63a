import { expectLinear } from '../../../../test/support/linear-time.js';
import { heaviestChain, type Pair } from './heaviest-chain.js';
import { alignPages } from './page-alignment.js';
import { similarityOf, sketchOf } from './page-sketch.js';

let seed = 11;
const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
const WORDS = Array.from({ length: 3_000 }, (_, i) => `w${i}`);
/** A distinct page: its name, words that all pages share, and random words. */
const page = (name: string, length = 120): string =>
  `${name} the of and remove the bolt ${Array.from({ length }, () => WORDS[random(WORDS.length)]).join(' ')}`;

/** Changes as `=1:1 ~2:2 +:3 -3: >4:9`, unchanged pages left out. */
async function changes(from: string[], to: string[], most?: number): Promise<string> {
  const source = (texts: string[]) => (places: readonly number[]) =>
    Promise.resolve(new Map(places.map((place) => [place, sketchOf(texts[place]!)])));
  const { changes: found } = await alignPages(from, to, { from: source(from), to: source(to) }, most);
  expect(found.flatMap(({ to: place }) => place ?? [])).toEqual(to.map((_, i) => i));
  expect(found.flatMap(({ from: place }) => place ?? []).sort((a, b) => a - b)).toEqual(from.map((_, i) => i));
  const signs = { unchanged: '=', changed: '~', moved: '>', added: '+', removed: '-' };
  const shown = found.filter(({ change }) => change !== 'unchanged');
  return shown.map((item) => `${signs[item.change]}${item.from ?? ''}:${item.to ?? ''}`).join(' ');
}

const manual = (count: number): string[] => Array.from({ length: count }, (_, i) => page(`page${i}`));
const edited = (text: string): string => text.replace('remove the bolt', 'install the nut');

describe('alignPages', () => {
  it('finds nothing where nothing changed', async () => {
    const pages = manual(50);
    expect(await changes(pages, [...pages])).toBe('');
    expect(await changes([], [])).toBe('');
  });

  it('shows an inserted page alone, not all after it', async () => {
    const pages = manual(50);
    expect(await changes(pages, [...pages.slice(0, 20), page('new'), ...pages.slice(20)])).toBe('+:20');
    expect(await changes(pages, [page('new'), ...pages, page('end')])).toBe('+:0 +:51');
  });

  it('shows a removed page alone', async () => {
    const pages = manual(50);
    expect(
      await changes(
        pages,
        pages.filter((_, i) => i !== 7),
      ),
    ).toBe('-7:');
    expect(await changes(pages, [])).toBe(pages.map((_, i) => `-${i}:`).join(' '));
  });

  it('matches pages beyond those that are looked into by their places', async () => {
    const pages = manual(30);
    const now = [page('new1'), page('new2'), ...pages.map(edited)];
    const shifted = `+:0 +:1 ${pages.map((_, i) => `~${i}:${i + 2}`).join(' ')}`;
    expect(await changes(pages, now, 20)).toBe(shifted);
    const sketches = (count: number) => (places: readonly number[]) => {
      expect(places.length).toBeLessThanOrEqual(count);
      return Promise.resolve(new Map(places.map((place) => [place, sketchOf(`page ${place}`)])));
    };
    const [from, to] = [pages.slice(0, 12), now.slice(2, 14)];
    expect(await alignPages(from, to, { from: sketches(12), to: sketches(12) })).toMatchObject({ approximate: false });
    const few = await alignPages(from, to, { from: sketches(4), to: sketches(4) }, 8);
    expect(few).toEqual({
      approximate: true,
      changes: from.map((_, place) => ({ change: 'changed', from: place, to: place })),
    });
  });

  it('lets others be served all the while', async () => {
    const pages = manual(3_000);
    const now = pages.map(edited);
    const sketched = new Map([...pages, ...now].map((text, i) => [i, sketchOf(text)]));
    const source = (first: number) => (places: readonly number[]) =>
      Promise.resolve(new Map(places.map((place) => [place, sketched.get(first + place)!])));
    // Of the processor: what else the machine does is no turn of this.
    const spent = (): number => process.cpuUsage().user;
    let [longest, turn] = [0, spent()];
    const started = turn;
    let isOver = false;
    const look = (): void => {
      longest = Math.max(longest, spent() - turn);
      turn = spent();
      if (!isOver) setImmediate(look);
    };
    look();
    await alignPages(pages, now, { from: source(0), to: source(3_000) });
    isOver = true;
    expect(longest).toBeLessThan((spent() - started) / 2);
  });

  it('tells a changed page from one that was replaced', async () => {
    const pages = manual(20);
    const now = pages.with(4, edited(pages[4]!)).with(9, page('other'));
    expect(await changes(pages, now)).toBe('~4:4 -9: +:9');
  });

  it('finds changed pages behind inserted ones, where nothing else stayed', async () => {
    const pages = manual(30);
    const now = [page('new1'), page('new2'), ...pages.map(edited)];
    expect(await changes(pages, now)).toBe(`+:0 +:1 ${pages.map((_, i) => `~${i}:${i + 2}`).join(' ')}`);
  });

  it('sees a small change of a short page', async () => {
    expect(await changes(['Torque 120 Nm.'], ['Torque 130 Nm.'])).toBe('~0:0');
  });

  it('is not led astray by pages that are all the same', async () => {
    const blank = Array.from({ length: 40 }, () => '');
    const pages = manual(40).flatMap((text, i) => [text, blank[i]!]);
    expect(await changes(pages, [...pages.slice(0, 11), page('new'), '', ...pages.slice(11)])).toMatch(
      /^\+:1[01] \+:1[12]$/,
    );
    expect(await changes(blank, blank.slice(3))).toBe('-37: -38: -39:');
  });

  it('knows a page that was moved', async () => {
    const pages = manual(20);
    const now = [...pages.slice(0, 3), ...pages.slice(4, 15), pages[3]!, ...pages.slice(15)];
    expect(await changes(pages, now)).toBe('>3:14');
  });

  it('takes time in proportion to the pages, though all of them changed', async () => {
    const text = (i: number): string => `page${i} ${WORDS.slice(i, i + 100).join(' ')} end${i}`;
    const align = async (pages: string[]): Promise<void> => {
      const shown = await changes(
        pages,
        pages.map((before) => `${before} more`),
      );
      expect(shown.split(' ')).toHaveLength(pages.length);
    };
    await expectLinear(align, (length) => Array.from({ length }, (_, i) => text(i)), 250);
  });
});

describe('heaviestChain', () => {
  /** By trying all. */
  const best = (pairs: Pair[]): number =>
    Math.max(0, ...pairs.map((pair) => pair.weight + best(pairs.filter((p) => p.from > pair.from && p.to > pair.to))));

  it('is as heavy as any', () => {
    for (let round = 0; round < 200; round += 1) {
      const pairs = Array.from({ length: random(9) }, () => ({
        from: random(6),
        to: random(6),
        weight: 1 + random(5),
      }));
      const chain = heaviestChain(pairs, 6);
      for (let i = 1; i < chain.length; i += 1) {
        expect(chain[i]!.from).toBeGreaterThan(chain[i - 1]!.from);
        expect(chain[i]!.to).toBeGreaterThan(chain[i - 1]!.to);
      }
      expect(chain.reduce((sum, { weight }) => sum + weight, 0)).toBe(best(pairs));
    }
  });
});

describe('the similarity of pages', () => {
  it('is near what they have in common', () => {
    const [a, b] = [page('a', 300), page('b', 300)];
    expect(similarityOf(sketchOf(a), sketchOf(a))).toBe(1);
    expect(similarityOf(sketchOf(a), sketchOf(edited(a)))).toBeGreaterThan(0.8);
    expect(similarityOf(sketchOf(a), sketchOf(b))).toBeLessThan(0.2);
    expect(similarityOf(sketchOf(''), sketchOf(a))).toBe(0);
  });
});
