import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Database } from '../../common/database/database.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { SynonymLists } from './synonym-lists.js';
import type { StoredSynonyms, SynonymRepository } from './synonym.repository.js';

/** Longer than searches share a look. Milliseconds. */
const LATER_MS = 60;

describe('SynonymLists', () => {
  afterEach(() => void jest.useRealTimers());

  it('reads the entries again when their version is another, and forgets those not used for long', async () => {
    const rows = new Map([['org_1', { row_version: 1, search_synonyms: ['donkey, start cart'] }]]);
    const asked: (number | null)[] = [];
    const find = (id: string, known: number | null): Promise<StoredSynonyms | null> => {
      asked.push(known);
      const row = rows.get(id) ?? (id === 'org_gone' ? null : { row_version: 7, search_synonyms: [] });
      return Promise.resolve(row && row.row_version === known ? { ...row, search_synonyms: null } : row);
    };
    jest.useFakeTimers();
    const later = (): unknown => jest.advanceTimersByTime(LATER_MS);
    const db = {} as Database;
    const lists = new SynonymLists({ find } as SynonymRepository, db, new DomainEvents(db));
    const terms = async (): Promise<string[]> =>
      (await lists.listOf('org_1')).expansionsOf(['donkei'], ['donkey']).map((found) => found.terms.join(' '));
    expect(await terms()).toEqual(['start cart']);
    later();
    expect(await lists.listOf('org_1')).toBe(await lists.listOf('org_1'));
    later();
    rows.set('org_1', { row_version: 2, search_synonyms: ['donkey, ground power'] });
    expect(await terms()).toEqual(['ground power']);
    expect(asked).toEqual([null, 1, 1]);
    for (let index = 0; index < 100; index++) await lists.listOf(`other_${index}`);
    asked.length = 0;
    expect(await terms()).toEqual(['ground power']);
    expect(asked).toEqual([null]);
    expect((await lists.listOf('org_gone')).expansionsOf(['apu'], ['APU'])).toHaveLength(1);
  });
});
