import { SharedLooks } from './shared-looks.js';

const keyOf = (key: string): string => key;

const counted = () => {
  let position = 0;
  return new SharedLooks(() => Promise.resolve((position += 1)), keyOf);
};

describe('a look at the database', () => {
  it('is shared for a moment by those who ask for the same', async () => {
    const heads = counted();
    const [first, second, other] = await Promise.all([heads.get('org_1'), heads.get('org_1'), heads.get('org_2')]);
    expect([first, second, other]).toEqual([1, 1, 2]);
  });

  it('is taken anew for those who must know what was committed just now', async () => {
    const heads = counted();
    await heads.get('org_1');
    expect(await heads.get('org_1', { isFresh: true })).toBe(2);
    expect(await heads.get('org_1')).toBe(2);
    heads.forget('org_1');
    expect(await heads.get('org_1')).toBe(3);
  });

  it('is not remembered when it failed', async () => {
    let fails = true;
    const heads = new SharedLooks(() => (fails ? Promise.reject(new Error('down')) : Promise.resolve(null)), keyOf);
    await expect(heads.get('org_1')).rejects.toThrow('down');
    fails = false;
    expect(await heads.get('org_1')).toBeNull();
  });
});
