import { hashOfApiKey, isSandboxKey, isWellFormedApiKey, makeApiKey, prefixOfApiKey } from './api-key-format.js';

describe('the format of API keys', () => {
  /** Computed independently: the format must stay compatible with keys in use. */
  const KNOWN = `amk_${'A'.repeat(43)}`;

  it('is a scheme, 256 random bits and a checksum', () => {
    const keys = Array.from({ length: 200 }, () => makeApiKey());
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) {
      expect(key).toMatch(/^amk_[A-Za-z0-9_-]{49}$/);
      expect(isWellFormedApiKey(key)).toBe(true);
    }
  });

  it('has the CRC-32 that other programs compute for the same text', () => {
    // python3 -c "import zlib,base64; print(base64.urlsafe_b64encode(zlib.crc32(b'amk_'+b'A'*43).to_bytes(4,'big')))"
    expect(isWellFormedApiKey(`${KNOWN}0h5wYw`)).toBe(true);
  });

  it('tells keys of a sandbox from live ones', () => {
    const key = makeApiKey(true);
    expect(key).toMatch(/^amk_test_[A-Za-z0-9_-]{49}$/);
    expect([isWellFormedApiKey(key), isSandboxKey(key)]).toEqual([true, true]);
    expect(prefixOfApiKey(key)).toBe(key.slice(0, 17));
    // A live key whose random part begins like the scheme of sandboxes.
    const similar = `amk_test_${'A'.repeat(38)}`;
    expect(isSandboxKey(`${similar}xxxxxx`)).toBe(false);
    // One side's key never passes for one of the other by adding or removing the mark.
    expect(isWellFormedApiKey(key.replace('test_', ''))).toBe(false);
    expect(isWellFormedApiKey(makeApiKey().replace('amk_', 'amk_test_'))).toBe(false);
  });

  it('does not survive a single wrong character, wherever it stands', () => {
    const key = makeApiKey();
    for (let index = 0; index < key.length; index += 1) {
      for (const wrong of ['A', 'b', '7', '_', '-', ' ', 'é']) {
        if (key[index] === wrong) continue;
        expect(isWellFormedApiKey(key.slice(0, index) + wrong + key.slice(index + 1))).toBe(false);
      }
    }
  });

  it.each([
    ['nothing', ''],
    ['the scheme alone', 'amk_'],
    ['a key of the form without a checksum', KNOWN],
    ['a key that was cut off', makeApiKey().slice(0, -1)],
    ['a key with something behind it', `${makeApiKey()}A`],
    ['a key with a line end', `${makeApiKey()}\n`],
    ['another scheme', makeApiKey().replace('amk_', 'sk__')],
    ['capitals', makeApiKey().toUpperCase()],
    ['a key with a character that no key has', makeApiKey().replace('_', '~')],
  ])('is not %s', (_, text) => {
    expect(isWellFormedApiKey(text)).toBe(false);
  });

  it('shows the first twelve characters and stores a hash', () => {
    const key = makeApiKey();
    expect(prefixOfApiKey(key)).toBe(key.slice(0, 12));
    expect(hashOfApiKey(key)).toHaveLength(32);
    expect(hashOfApiKey(key)).not.toEqual(hashOfApiKey(makeApiKey()));
  });
});
