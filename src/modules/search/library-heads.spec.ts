import { LibraryHeads } from './library-heads.js';

const counted = () => {
  let position = 0;
  return new LibraryHeads(() => Promise.resolve({ position: (position += 1), model: 'm', dimensions: 4 }));
};

describe('a look at how far a library has come', () => {
  it('is shared for a moment by those who ask for the same organization', async () => {
    const heads = counted();
    const [first, second, other] = await Promise.all([heads.get('org_1'), heads.get('org_1'), heads.get('org_2')]);
    expect([first?.position, second?.position, other?.position]).toEqual([1, 1, 2]);
  });

  it('is taken anew for those who must know what was committed just now', async () => {
    const heads = counted();
    await heads.get('org_1');
    expect((await heads.get('org_1', { isFresh: true }))?.position).toBe(2);
    expect((await heads.get('org_1'))?.position).toBe(2);
    heads.forget('org_1');
    expect((await heads.get('org_1'))?.position).toBe(3);
  });

  it('is not remembered when it failed', async () => {
    let fails = true;
    const heads = new LibraryHeads(() => (fails ? Promise.reject(new Error('down')) : Promise.resolve(null)));
    await expect(heads.get('org_1')).rejects.toThrow('down');
    fails = false;
    expect(await heads.get('org_1')).toBeNull();
  });
});
