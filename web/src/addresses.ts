import type { Schema } from 'aviation-maintenance-knowledge-client';

/** What the address bar holds of each screen. Lists are separated by commas. */
export interface SearchAddress {
  q?: string;
  type?: string;
  aircraft?: string;
  /** Id of an aircraft of the register. */
  tail?: string;
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
  /** Id of an aircraft of the register, which a new conversation is about. */
  aircraft?: string;
}

/** Times are those of inputs of the type `datetime-local`. */
export interface AuditAddress {
  action?: string;
  result?: 'success' | 'failure';
  /** Id of a user. */
  actor?: string;
  /** Id of what was acted on. */
  target?: string;
  since?: string;
  until?: string;
}

export interface KeysAddress {
  /** Live without it. */
  side?: 'test';
}

export interface NotificationsAddress {
  /** All without it. */
  show?: 'unread' | 'mention';
}

export interface PeopleAddress {
  /** Beginning of the name or address. */
  q?: string;
  role?: Schema<'Role'>;
  /** Id of a team. */
  team?: string;
  status?: Schema<'UserStatus'>;
}

export interface ServiceKeysAddress {
  /** Id of the service account. */
  owner?: string;
}

export const listOf = (text: string | undefined): string[] => text?.split(',').filter((part) => part !== '') ?? [];

export interface DocumentsAddress {
  /** Prefix of the title or the number. */
  q?: string;
  type?: string;
  aircraft?: string;
  ata?: string;
  status?: string;
}

export interface CompareAddress {
  /** Revisions. */
  from?: string;
  to?: string;
  /** Numbers of the compared pages in both revisions, such as `3-4`; `-4` for an added page. */
  page?: string;
}

export interface ImportAddress {
  /** Of the shown files. */
  state?: string;
}

export interface PublicationsAddress {
  /** Prefix of the title or the number. */
  q?: string;
}

export interface PublicationAddress {
  /** An issue that is not the current one. */
  issue?: string;
}

export interface FleetAddress {
  /** Start of the registration, serial number or fleet number. */
  q?: string;
}

/** What is due within hours, cycles or days; everything without them. */
export interface AircraftAddress {
  hours?: string;
  cycles?: string;
  days?: string;
}

export interface AssignmentAddress {
  /** Of the shown people; all without it. */
  state?: 'overdue' | Schema<'AcknowledgementStatus'>;
}

/** What a new job card is made of. */
export interface NewJobCardAddress {
  /** Id of an aircraft of the register. */
  aircraft?: string;
  /** Id of the document whose tasks are shown. */
  document?: string;
  /** Part of the number or title of the tasks. */
  q?: string;
}

export interface DiscrepanciesAddress {
  status?: Schema<'DiscrepancyStatus'>;
  overdue?: 'true';
}
