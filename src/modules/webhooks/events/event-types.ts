/** Only administrators manage webhooks, and they can see all of it. */
export interface WebhookEventType {
  name: string;
  description: string;
  /** Example of `data` in the body: ids and codes, never titles, texts, names or addresses. */
  example: Readonly<Record<string, unknown>>;
}

const document_id = 'doc_01k9zs4v8hf2x9c3m5q7r1t6wa';
const revision_id = 'rev_01k9zs4v8jep7tqv1fbk0q3h5n';
const aircraft_id = 'aircraft_01k9zs5b7xf3m8q2r6t9v1w4ya';
const directive_id = 'dir_01k9zs5c2wf8t4n6q9r2v5x7yb';
const comment_id = 'comment_01k9zs5f3ye0ksr3m6d8x2b4cp';
const user_id = 'user_01k9zs3nq6fmtb8e4a2v7j9gkz';
const api_key_id = 'key_01k9zs6c1tewq9n2r5y8p4d7hx';
const session_id = 'session_01k9zs6m5vfjb3x7c1z9k2t8ea';
const import_id = 'import_01k9zs6x3rfb8vq2m4t7c9p1ne';
const share_id = 'share_01k9zs73d2ff4ram9g6w0q5bny';
const assignment_id = 'assignment_01k9zs7bq4f3rtm8c2v6x9n5pa';
const acknowledgement_id = 'ack_01k9zs7c8mexk9r4t6w2q5n8vd';
const discrepancy_id = 'discrepancy_01k9zs7b4wf6nq8m2v5t9c1x3r';
const temporary_revision_id = 'trev_01k9zs7d1wf8nq4m6v2t5c9x3r';
const offline_package_id = 'pack_01k9zs7k6jf8yrv3n6c9t2x4mb';
const webhook_id = 'webhook_01k9zs7k9rem8c4t2v6x1p3hjd';

const ACKNOWLEDGEMENT = { acknowledgement_id, assignment_id, document_id, revision_id, user_id };
const DISCREPANCY = {
  document_id,
  revision_id,
  discrepancy_id,
  page_number: 12,
  kind: 'inaccurate',
  severity: 'major',
};
const COMMENT = { document_id, comment_id, user_id, page_number: 12 };

/** The catalog used for registration, recording and documentation. */
export const WEBHOOK_EVENT_TYPES = [
  {
    name: 'document.commented',
    description: 'A user commented on a page, or made a private comment public. `user_id` is the author.',
    example: COMMENT,
  },
  {
    name: 'document.created',
    description: 'A document was created; its first revision is not read yet.',
    example: { document_id, revision_id, version: '4' },
  },
  {
    name: 'document.ready',
    description: 'A revision was read to its end and can be searched, or activated if it is a draft.',
    example: { document_id, revision_id },
  },
  {
    name: 'document.failed',
    description: 'A revision cannot be read, or its ingestion was canceled. `error` is the code of the ingestion.',
    example: { document_id, revision_id, error: 'encrypted' },
  },
  {
    name: 'document.updated',
    description: 'The fields in `changed` of a document changed. `status` means that its revision was withdrawn.',
    example: { document_id, changed: ['title', 'team_id'] },
  },
  { name: 'document.deleted', description: 'A document was permanently deleted.', example: { document_id } },
  {
    name: 'document.shared',
    description: 'A document was shared with a user or a team.',
    example: {
      document_id,
      share_id,
      recipient: { type: 'user', id: user_id },
      permission: 'comment',
      shared_by: 'user_01k9zs3pw2e8x5m7q4c9t1v6bd',
    },
  },
  {
    name: 'document.revision_activated',
    description: 'A revision became the one to work by, in place of `previous_revision_id` if there was one.',
    example: { document_id, revision_id, version: '5', previous_revision_id: 'rev_01k9zs4v8kf6w2d9x3b7n5m1ta' },
  },
  {
    name: 'import.completed',
    description:
      'All documents of an import were read, or the report of a dry run is complete. `counts` are its files by state.',
    example: {
      ...{ import_id, dry_run: false },
      counts: { created: 120, revised: 4, unchanged: 31, failed: 2, pending: 0, canceled: 0, total: 157 },
    },
  },
  {
    name: 'import.failed',
    description: 'An import failed as a whole. `error` is the code in the import.',
    example: { import_id, error: 'manifest_invalid' },
  },
  {
    name: 'aircraft.created',
    description: 'An aircraft was added to the register.',
    example: { aircraft_id },
  },
  {
    name: 'aircraft.updated',
    description: 'The fields in `changed` of an aircraft changed.',
    example: { aircraft_id, changed: ['modifications'] },
  },
  { name: 'aircraft.deleted', description: 'An aircraft was deleted.', example: { aircraft_id } },
  {
    name: 'aircraft.imported',
    description: 'A file added and changed aircraft. There is no other event of them.',
    example: { created: 8, updated: 2 },
  },
  {
    name: 'job_card.created',
    description: 'A job card was created for an aircraft.',
    example: { job_card_id: 'jc_01k9zs7k5hf8yrv3n6c9t2x4mb', aircraft_id, tasks: 3 },
  },
  {
    name: 'offline_package.ready',
    description: 'An offline package can be downloaded, by `user_id` alone.',
    example: { offline_package_id, user_id },
  },
  {
    name: 'offline_package.failed',
    description: 'An offline package could not be made. `error` is the code in the package.',
    example: { offline_package_id, user_id, error: 'revision_superseded' },
  },
  { name: 'directive.created', description: 'A directive or bulletin was added.', example: { directive_id } },
  {
    name: 'directive.updated',
    description: 'The fields in `changed` of a directive changed.',
    example: { directive_id, changed: ['repetitive_interval'] },
  },
  { name: 'directive.deleted', description: 'A directive was deleted.', example: { directive_id } },
  {
    name: 'directive.status_changed',
    description:
      'A user recorded `status` of a directive on an aircraft: `embodied`, `deferred`, `not_applicable`, or `open`, which takes back earlier records.',
    example: { directive_id, aircraft_id, status: 'embodied' },
  },
  { name: 'comment.updated', description: 'A public comment was changed.', example: COMMENT },
  { name: 'comment.deleted', description: 'A public comment was deleted, or made private.', example: COMMENT },
  {
    name: 'comment.resolved',
    description: 'A public comment was resolved or, with `resolved` false, reopened.',
    example: { ...COMMENT, resolved: true },
  },
  {
    name: 'assignment.created',
    description: 'A revision was assigned to people, who must acknowledge it.',
    example: { assignment_id, document_id, revision_id },
  },
  {
    name: 'assignment.superseded',
    description:
      'Another revision became active. The assignment `successor_id` asks the same people to acknowledge that one.',
    example: {
      ...{ assignment_id, document_id, revision_id },
      successor_id: 'assignment_01k9zs7d5hf8yrv3n6c9t2x4mb',
    },
  },
  {
    name: 'acknowledgement.signed',
    description: 'A user signed that they have read and understood a revision. `user_id` is the signer.',
    example: ACKNOWLEDGEMENT,
  },
  {
    name: 'acknowledgement.overdue',
    description: 'The due date of an acknowledgement has passed without a signature.',
    example: ACKNOWLEDGEMENT,
  },
  {
    name: 'temporary_revision.created',
    description: 'A temporary revision of a document was recorded.',
    example: { document_id, temporary_revision_id },
  },
  {
    name: 'temporary_revision.updated',
    description: 'A temporary revision changed, such as its end, or the revision that incorporates it.',
    example: { document_id, temporary_revision_id, changed: ['effective_until'] },
  },
  {
    name: 'temporary_revision.withdrawn',
    description: 'A temporary revision was ended by a manager of the document.',
    example: { document_id, temporary_revision_id },
  },
  {
    name: 'temporary_revision.deleted',
    description: 'A scheduled or withdrawn temporary revision was deleted.',
    example: { document_id, temporary_revision_id },
  },
  {
    name: 'temporary_revision.review_required',
    description:
      'A later revision of the document became current that does not incorporate a temporary revision in force. Record its incorporation, confirm or withdraw it.',
    example: { document_id, temporary_revision_id },
  },
  {
    name: 'discrepancy.reported',
    description: 'A user reported a discrepancy in a page.',
    example: { ...DISCREPANCY, status: 'reported' },
  },
  {
    name: 'discrepancy.sent',
    description: 'A report goes to the author: by `mail`, as a `form`, or by the receiver of this event (`webhook`).',
    example: { ...DISCREPANCY, status: 'sent', channel: 'webhook' },
  },
  {
    name: 'discrepancy.answered',
    description: 'The answer of the author was recorded.',
    example: { ...DISCREPANCY, status: 'answered' },
  },
  {
    name: 'discrepancy.closed',
    description: 'A report ended: `closed` by a new revision, `rejected` or `withdrawn`.',
    example: { ...DISCREPANCY, status: 'closed' },
  },
  {
    name: 'discrepancy.reopened',
    description: 'A closed or rejected report is open again; `status` is the one before its end.',
    example: { ...DISCREPANCY, status: 'answered' },
  },
  {
    name: 'discrepancy.overdue',
    description: 'The due date of an open report passed.',
    example: { ...DISCREPANCY, status: 'sent' },
  },
  {
    name: 'user.invited',
    description: 'A user was invited, or invited again.',
    example: { user_id, role: 'engineer' },
  },
  {
    name: 'user.created',
    description:
      'An account can be used: an invitation was accepted, an identity provider or an administrator made it.',
    example: { user_id, role: 'engineer' },
  },
  {
    name: 'user.updated',
    description: 'An account changed: the fields in `changed`. `status`: it was reactivated.',
    example: { user_id, role: 'manager', status: 'active', changed: ['role'] },
  },
  { name: 'user.suspended', description: 'An account was suspended.', example: { user_id } },
  { name: 'user.deleted', description: 'An account was removed.', example: { user_id } },
  {
    name: 'security.refresh_reuse_detected',
    description: 'A refresh token was used a second time, by its user or a thief; the session has ended.',
    example: { user_id, session_id },
  },
  {
    name: 'security.account_locked',
    description: 'Too many sign-ins of an account failed: `login_attempts` or `second_factor_attempts`.',
    example: { user_id, reason: 'login_attempts' },
  },
  {
    name: 'security.mfa_changed',
    description: 'Second factors of an account changed: method_added, method_removed, recovery_codes_renewed or reset.',
    example: { user_id, change: 'method_added' },
  },
  {
    name: 'api_key.created',
    description: 'An API key was created. It acts as its owner, `user_id`.',
    example: { api_key_id, user_id },
  },
  { name: 'api_key.rotated', description: 'An API key was replaced.', example: { api_key_id, user_id } },
  { name: 'api_key.revoked', description: 'An API key was revoked.', example: { api_key_id, user_id } },
  {
    name: 'webhook.test',
    description: 'An administrator asked for it, to see whether it arrives.',
    example: { webhook_id },
  },
  {
    name: 'webhook.endpoint_disabled',
    description: 'Another endpoint was disabled: `manual`, `gone` (it answered 410) or `failing`.',
    example: { webhook_id, reason: 'failing' },
  },
] as const satisfies readonly WebhookEventType[];

export type WebhookEventName = (typeof WEBHOOK_EVENT_TYPES)[number]['name'];

export const WEBHOOK_EVENT_NAMES: readonly WebhookEventName[] = WEBHOOK_EVENT_TYPES.map(({ name }) => name);
