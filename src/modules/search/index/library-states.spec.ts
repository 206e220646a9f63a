import { LibraryStates } from './library-states.js';

const counted = () => {
  let position = 0;
  return new LibraryStates(() => Promise.resolve({ position: (position += 1), model: 'm', dimensions: 4 }));
};

describe('a look at how far a library has come', () => {
  it('is shared by concurrent requests of the same organization', async () => {
    const states = counted();
    const [first, second, other] = await Promise.all([states.get('org_1'), states.get('org_1'), states.get('org_2')]);
    expect([first?.position, second?.position, other?.position]).toEqual([1, 1, 2]);
  });

  it('is repeated for callers that need the latest commit', async () => {
    const states = counted();
    await states.get('org_1');
    expect((await states.get('org_1', { isFresh: true }))?.position).toBe(2);
    expect((await states.get('org_1'))?.position).toBe(2);
    states.forget('org_1');
    expect((await states.get('org_1'))?.position).toBe(3);
  });

  it('is not remembered when it failed', async () => {
    let fails = true;
    const states = new LibraryStates(() => (fails ? Promise.reject(new Error('down')) : Promise.resolve(null)));
    await expect(states.get('org_1')).rejects.toThrow('down');
    fails = false;
    expect(await states.get('org_1')).toBeNull();
  });
});
