import { describe, expect, it } from '@jest/globals';
import { createVectorCache } from './vector-cache.js';

describe('createVectorCache', () => {
  it('drops the text unused for longest', () => {
    const cache = createVectorCache(2);
    cache.set('a', Float32Array.of(1));
    cache.set('b', Float32Array.of(2));
    cache.get('a');
    cache.set('c', Float32Array.of(3));
    expect(['a', 'b', 'c'].map((text) => cache.get(text)?.[0])).toEqual([1, undefined, 3]);
  });

  it('does not keep passages', () => {
    const cache = createVectorCache(2);
    cache.set('x'.repeat(1001), Float32Array.of(1));
    expect(cache.get('x'.repeat(1001))).toBeUndefined();
  });
});
