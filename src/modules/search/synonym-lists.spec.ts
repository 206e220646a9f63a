import { describe, expect, it } from '@jest/globals';
import { OrganizationPolicies } from '../settings/organization-policies.service.js';
import type { Organization, SettingsRepository } from '../settings/settings.repository.js';
import { SynonymLists } from './synonym-lists.js';

describe('SynonymLists', () => {
  const rows = new Map<string, Pick<Organization, 'id' | 'row_version' | 'search_synonyms'>>();
  const asked: string[] = [];
  const find = (id: string): Promise<unknown> => {
    asked.push(id);
    return Promise.resolve(rows.get(id) ?? null);
  };
  const lists = new SynonymLists(new OrganizationPolicies({ find } as unknown as SettingsRepository));
  const store = (row_version: number, ...search_synonyms: string[]): unknown =>
    rows.set('org_1', { id: 'org_1', row_version, search_synonyms });
  const terms = async (organizationVersion: number): Promise<string[]> =>
    (await lists.listOf({ organizationId: 'org_1', organizationVersion }))
      .expansionsOf(['donkei'], ['donkey'])
      .map((found) => found.terms.join(' '));

  it('reads the settings again when the version of the request is another', async () => {
    store(1, 'donkey, start cart');
    expect([await terms(1), await terms(1), asked.length]).toEqual([['start cart'], ['start cart'], 1]);
    store(2, 'donkey, ground power');
    expect([await terms(2), await terms(2), asked.length]).toEqual([['ground power'], ['ground power'], 2]);
  });

  it('keeps no version that the request did not see committed', async () => {
    store(4, 'donkey, power unit');
    expect(await terms(3)).toEqual(['power unit']);
    store(4, 'donkey, start cart');
    expect(await terms(4)).toEqual(['start cart']);
  });

  it('fails for an organization that is gone', async () => {
    const gone = lists.listOf({ organizationId: 'org_gone', organizationVersion: 1 });
    await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
