import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SynonymList } from '@amks/language/synonyms/synonyms.js';
import type { Principal } from '../../common/principal/principal.js';
import { OrganizationPolicies, type Organization } from '../settings/organization-policies.service.js';

/** Lists in memory, most recently used; a thousand entries take about 1 MB. */
const MAX_LISTS = 100;

/** The organizations' synonyms, analyzed once while the settings stay the same. */
@Injectable()
export class SynonymLists {
  private readonly known = new LRUCache<string, { settings: Organization; list: SynonymList }>({ max: MAX_LISTS });

  constructor(private readonly policies: OrganizationPolicies) {}

  async listOf(principal: Pick<Principal, 'organizationId' | 'organizationVersion'>): Promise<SynonymList> {
    const settings = await this.policies.settingsOf(principal);
    const known = this.known.get(settings.id);
    if (known?.settings === settings) return known.list;
    const list = new SynonymList(settings.search_synonyms);
    this.known.set(settings.id, { settings, list });
    return list;
  }
}
