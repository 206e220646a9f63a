import { typeid } from 'typeid-js';

/** Prefixes of ids by kind of object. */
export const ID_PREFIXES = {
  organization: 'org',
  team: 'team',
  user: 'user',
  session: 'session',
  api_key: 'key',
  signing_key: 'sk',
  document: 'doc',
  revision: 'rev',
  page: 'page',
  passage: 'passage',
  publication: 'pub',
  publication_issue: 'issue',
  chat_session: 'chat',
  message: 'msg',
  audit_event: 'audit',
  one_time_token: 'ott',
  mfa_method: 'mfa',
  mfa_challenge: 'challenge',
  identity_provider: 'idp',
  directory_group: 'group',
  oauth_client: 'client',
  oauth_consent: 'consent',
  oauth_grant: 'grant',
  comment: 'comment',
  share: 'share',
  notification: 'notification',
  assignment: 'assignment',
  acknowledgement: 'ack',
  job_card: 'jc',
  part: 'part',
  offline_package: 'pack',
  webhook: 'webhook',
  webhook_event: 'event',
  webhook_delivery: 'delivery',
  organization_export: 'export',
  import: 'import',
  import_item: 'item',
  aircraft: 'aircraft',
  aircraft_change: 'change',
  utilisation_reading: 'reading',
  directive: 'dir',
  directive_record: 'record',
  temporary_revision: 'trev',
  discrepancy: 'discrepancy',
  discrepancy_picture: 'picture',
  discrepancy_mail: 'mail',
} as const;

export type ObjectKind = keyof typeof ID_PREFIXES;

/** A new TypeID: prefix, underscore, and a UUIDv7 in base 32. Ids of one kind sort by creation time. */
export function newId(kind: ObjectKind): string {
  return typeid(ID_PREFIXES[kind]).toString();
}

/** Of base 32 in ids, in ascending order. */
export const ID_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A UUID in base 32: 26 characters, the first of which holds three bits. */
const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export function isId(kind: ObjectKind, value: string): boolean {
  const prefix = `${ID_PREFIXES[kind]}_`;
  return value.startsWith(prefix) && SUFFIX.test(value.slice(prefix.length));
}
