import type { Schema } from 'aviation-maintenance-knowledge-client';

/** What the address bar holds of each screen. Lists are separated by commas. */
export interface SearchAddress {
  q?: string;
  type?: string;
  aircraft?: string;
  ata?: string;
  revisions?: 'all';
}

export interface PageAddress {
  /** Verbatim text of the page. */
  highlight?: string;
  revision?: string;
}

export interface AskAddress {
  conversation?: string;
  copilot?: string;
}

export interface PeopleAddress {
  /** Beginning of the name or address. */
  q?: string;
  role?: Schema<'Role'>;
  /** Id of a team. */
  team?: string;
  status?: Schema<'UserStatus'>;
}

export interface KeysAddress {
  /** Id of the service account. */
  owner?: string;
}

export const listOf = (text: string | undefined): string[] => text?.split(',').filter((part) => part !== '') ?? [];
