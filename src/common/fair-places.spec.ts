import { FairPlaces } from './fair-places.js';

describe('FairPlaces', () => {
  const fill = (places: FairPlaces<string>, holder: string, count: number): (string | null)[] =>
    Array.from({ length: count }, (_, index) => places.take(holder, `${holder}${index}`));

  it('makes the oldest guest of a holder leave that has too many', () => {
    const places = new FairPlaces<string>({ per_holder: 3, total: 100 });
    expect(fill(places, 'a', 5)).toEqual([null, null, null, 'a0', 'a1']);
    expect(fill(places, 'b', 3)).toEqual([null, null, null]);
  });

  it('makes the holder with the most give way when all places are taken', () => {
    const places = new FairPlaces<string>({ per_holder: 4, total: 6 });
    fill(places, 'a', 2);
    fill(places, 'b', 4);
    expect(fill(places, 'c', 2)).toEqual(['b0', 'b1']);
    expect(places.take('d', 'd0')).toBe('a0');
  });

  it('has room again for every guest that leaves, once', () => {
    const places = new FairPlaces<string>({ per_holder: 10, total: 2 });
    fill(places, 'a', 2);
    places.leave('a', 'a1');
    places.leave('a', 'a1');
    expect(places.take('b', 'b0')).toBeNull();
    expect(places.take('c', 'c0')).toBe('a0');
    places.leave('a', 'a0');
    expect(places.take('d', 'd0')).toBe('b0');
  });

  it('counts a guest once', () => {
    const places = new FairPlaces<string>({ per_holder: 1, total: 10 });
    expect([places.take('a', 'x'), places.take('a', 'x')]).toEqual([null, null]);
  });
});
