import { randomBytes } from 'node:crypto';
import { CursorCodec } from './cursor-codec.js';

describe('CursorCodec', () => {
  const key = randomBytes(32);
  const codec = new CursorCodec([key]);
  const decode = (cursor: string, list = 'list', by = codec): string | undefined => {
    try {
      return by.decode(cursor, list);
    } catch (error) {
      expect(error).toMatchObject({ code: 'INVALID_REQUEST', details: { field: 'cursor' } });
      return undefined;
    }
  };

  it.each(['key_01h455vb4pex5vsknk084sn02q', '42', 'ü'])('gives back %s', (id) => {
    expect(decode(codec.encode(id, 'list'))).toBe(id);
  });

  it('works in an address without escaping', () => {
    for (let count = 0; count < 100; count += 1) {
      expect(codec.encode(`doc_${count}`, 'list')).toMatch(/^[\w-]+$/);
    }
  });

  it('refuses every cursor with one bit changed', () => {
    const bytes = Buffer.from(codec.encode('doc_1', 'list'), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(decode(changed.toString('base64url'))).toBeUndefined();
    }
  });

  it('rejects a cursor of another list or another key, and malformed ones', () => {
    const cursor = codec.encode('doc_1', 'list');
    expect(decode(cursor, 'other')).toBeUndefined();
    expect(decode(cursor, 'list', new CursorCodec([randomBytes(32)]))).toBeUndefined();
    for (const nonsense of ['', 'x', '%', 'A'.repeat(16), cursor.slice(1)]) {
      expect(decode(nonsense)).toBeUndefined();
    }
  });

  it('accepts what was signed under a previous key, and signs under the present one', () => {
    const next = randomBytes(32);
    const changing = new CursorCodec([next, key]);
    expect(decode(codec.encode('doc_1', 'list'), 'list', changing)).toBe('doc_1');
    expect(decode(changing.encode('doc_1', 'list'), 'list', new CursorCodec([next]))).toBe('doc_1');
  });

  it('does not confuse where the list ends and the id begins', () => {
    expect(decode(codec.encode('b', 'a'), 'ab')).toBeUndefined();
  });
});
