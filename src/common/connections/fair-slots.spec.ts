import { FairSlots } from './fair-slots.js';

describe('FairSlots', () => {
  const fill = (slots: FairSlots<string>, holder: string, count: number): (string | null)[] =>
    Array.from({ length: count }, (_, index) => slots.take(holder, `${holder}${index}`));

  it('makes the oldest user of a holder leave that has too many', () => {
    const slots = new FairSlots<string>({ per_holder: 3, total: 100 });
    expect(fill(slots, 'a', 5)).toEqual([null, null, null, 'a0', 'a1']);
    expect(fill(slots, 'b', 3)).toEqual([null, null, null]);
  });

  it('makes the holder with the most give way when all slots are taken', () => {
    const slots = new FairSlots<string>({ per_holder: 4, total: 6 });
    fill(slots, 'a', 2);
    fill(slots, 'b', 4);
    expect(fill(slots, 'c', 2)).toEqual(['b0', 'b1']);
    expect(slots.take('d', 'd0')).toBe('a0');
  });

  it('has room again for every user that leaves, once', () => {
    const slots = new FairSlots<string>({ per_holder: 10, total: 2 });
    fill(slots, 'a', 2);
    slots.release('a', 'a1');
    slots.release('a', 'a1');
    expect(slots.take('b', 'b0')).toBeNull();
    expect(slots.take('c', 'c0')).toBe('a0');
    slots.release('a', 'a0');
    expect(slots.take('d', 'd0')).toBe('b0');
  });

  it('counts a user once', () => {
    const slots = new FairSlots<string>({ per_holder: 1, total: 10 });
    expect([slots.take('a', 'x'), slots.take('a', 'x')]).toEqual([null, null]);
  });
});
