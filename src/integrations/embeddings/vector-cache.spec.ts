import { describe, expect, it } from '@jest/globals';
import { VectorCache } from './vector-cache.js';

describe('VectorCache', () => {
  it('drops the text unused for longest', () => {
    const cache = new VectorCache(2);
    cache.set('org', 'a', Float32Array.of(1));
    cache.set('org', 'b', Float32Array.of(2));
    cache.get('org', 'a');
    cache.set('org', 'c', Float32Array.of(3));
    expect(['a', 'b', 'c'].map((text) => cache.get('org', text)?.[0])).toEqual([1, undefined, 3]);
  });

  it('does not show one owner what another has asked', () => {
    const cache = new VectorCache(2);
    cache.set('org', 'wheel', Float32Array.of(1));
    expect(cache.get('other', 'wheel')).toBeUndefined();
  });

  it('does not keep passages', () => {
    const cache = new VectorCache(2);
    cache.set('org', 'x'.repeat(1001), Float32Array.of(1));
    expect(cache.get('org', 'x'.repeat(1001))).toBeUndefined();
  });
});
