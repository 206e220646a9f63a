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

export interface KeysAddress {
  /** Live without it. */
  side?: 'test';
}

export interface NotificationsAddress {
  /** All without it. */
  show?: 'unread' | 'mention';
}

export const listOf = (text: string | undefined): string[] => text?.split(',').filter((part) => part !== '') ?? [];
