import type { SearchIndex } from '../../integrations/search-index/search-index.js';
import type { IndexFiller } from './index-filler.js';
import { IndexSuccessor } from './index-successor.js';

const HEAD = { position: 1, model: 'new', dimensions: 4 };

describe('IndexSuccessor', () => {
  const done: string[] = [];
  const successorThat = (fill: () => Promise<void>): IndexSuccessor =>
    new IndexSuccessor(
      { fill, isStopping: true } as unknown as IndexFiller,
      {
        prepare: () => Promise.resolve(HEAD),
        drop: (name: string) => Promise.resolve(void done.push(`drop ${name}`)),
        replace: (name: string) => Promise.resolve(void done.push(`replace ${name}`)),
      } as unknown as SearchIndex,
    );
  beforeEach(() => void done.splice(0));

  it.each<[string, () => Promise<void>]>([
    ['was made', () => Promise.resolve()],
    ['broke off', () => Promise.reject(new Error('broke off'))],
  ])('keeps nothing of what %s when the model is changed back', async (_, fill) => {
    const successor = successorThat(fill);
    successor.begin('org', HEAD, () => undefined);
    await successor.giveUp('org');
    expect(done).toEqual([]);
    await successor.settle();
    await successor.giveUp('org');
    await successor.giveUp('org');
    expect(done).toEqual([expect.stringMatching(/^drop org/)]);
    expect(await successor.takeOver('org', HEAD)).toBe(false);
  });

  it('has nothing left to drop once what was made serves', async () => {
    const successor = successorThat(() => Promise.resolve());
    successor.begin('org', HEAD, () => undefined);
    await successor.settle();
    expect(await successor.takeOver('org', HEAD)).toBe(true);
    await successor.giveUp('org');
    expect(done).toEqual(['replace org']);
  });
});
