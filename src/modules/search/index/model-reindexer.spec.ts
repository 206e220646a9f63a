import type { SearchIndex } from '../../../integrations/search-index/search-index.js';
import type { IndexUpdater } from './index-updater.js';
import { ModelReindexer } from './model-reindexer.js';

const STATE = { position: 1, model: 'new', dimensions: 4 };

describe('ModelReindexer', () => {
  const done: string[] = [];
  const reindexerThat = (update: () => Promise<void>): ModelReindexer =>
    new ModelReindexer(
      { update, isStopping: true } as unknown as IndexUpdater,
      {
        prepare: () => Promise.resolve(STATE),
        drop: (name: string) => Promise.resolve(void done.push(`drop ${name}`)),
        replace: (name: string) => Promise.resolve(void done.push(`replace ${name}`)),
      } as unknown as SearchIndex,
    );
  beforeEach(() => void done.splice(0));

  it.each<[string, () => Promise<void>]>([
    ['was made', () => Promise.resolve()],
    ['broke off', () => Promise.reject(new Error('broke off'))],
  ])('keeps nothing of what %s when the model is changed back', async (_, update) => {
    const reindexer = reindexerThat(update);
    reindexer.start('org', STATE, () => undefined);
    await reindexer.discard('org');
    expect(done).toEqual([]);
    await reindexer.drain();
    await reindexer.discard('org');
    await reindexer.discard('org');
    expect(done).toEqual([expect.stringMatching(/^drop org/)]);
    expect(await reindexer.swap('org', STATE)).toBe(false);
  });

  it('has nothing left to drop once what was made serves', async () => {
    const reindexer = reindexerThat(() => Promise.resolve());
    reindexer.start('org', STATE, () => undefined);
    await reindexer.drain();
    expect(await reindexer.swap('org', STATE)).toBe(true);
    await reindexer.discard('org');
    expect(done).toEqual(['replace org']);
  });
});
