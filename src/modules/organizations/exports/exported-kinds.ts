import { CHANGES, LIVE_DOCUMENTS, type ExportedKind } from './exported-kind.js';
import { FLEET_KINDS } from './fleet-kinds.js';
import { PAGE_KINDS } from './page-kinds.js';

/**
 * Everything an export contains: what an organization and its people brought in or did here, including private comments
 * and conversations. It has no password, key, token or second factor, not even a hash, and no data derived from the files.
 */
export const EXPORTED_KINDS: readonly ExportedKind[] = [
  {
    name: 'organization',
    table: 'organizations',
    columns: [
      ...['id', 'name', 'plan', 'session_timeout', 'refresh_token_expiry', 'max_concurrent_sessions', 'idle_timeout'],
      ...['mfa_policy', 'mfa_required_roles', 'api_key_max_days', 'search_synonyms', 'audit_retention_days'],
      ...['chat_retention_days', 'copilots_enabled', 'document_types', 'answer_min_confidence', ...CHANGES],
    ],
  },
  { name: 'teams', table: 'teams', columns: ['id', 'name', ...CHANGES] },
  {
    name: 'users',
    table: 'users',
    columns: [
      ...['id', 'team_id', 'email', 'name', 'role', 'grants', 'status', 'mfa_enabled', 'last_login_at'],
      ...['removed_at', ...CHANGES],
    ],
  },
  {
    name: 'second_factors',
    table: 'mfa_methods',
    columns: ['id', 'user_id', 'type', 'label', 'passwordless', 'activated_at', 'last_used_at', 'created_at'],
  },
  {
    name: 'sessions',
    table: 'sessions',
    columns: [
      ...['id', 'user_id', 'device', 'ip', 'authenticated_at', 'authentication_methods', 'last_seen_at', 'expires_at'],
      ...['ended_at', 'end_reason', 'created_at'],
    ],
  },
  {
    name: 'api_keys',
    table: 'api_keys',
    columns: [
      ...['id', 'owner_id', 'created_with_id', 'name', 'prefix', 'scopes', 'allowed_cidrs', 'expires_at'],
      ...['last_used_at', ...CHANGES],
    ],
  },
  {
    name: 'oauth_clients',
    table: 'oauth_clients',
    columns: ['id', 'name', 'type', 'redirect_uris', 'scopes', 'first_party', ...CHANGES],
  },
  {
    name: 'oauth_consents',
    table: 'oauth_consents',
    columns: ['id', 'user_id', 'client_id', 'scopes', 'last_used_at', 'created_at'],
  },
  {
    name: 'identity_providers',
    table: 'identity_providers',
    columns: [
      ...['id', 'kind', 'name', 'issuer', 'authorization_url', 'token_url', 'userinfo_url', 'client_id', 'scopes'],
      ...['saml', 'default_role', 'default_team_id', 'role_mapping', 'max_role', 'enabled', ...CHANGES],
      `ARRAY(SELECT d.domain FROM identity_provider_domains d WHERE d.provider_id = identity_providers.id ORDER BY 1) AS email_domains`,
    ],
  },
  {
    name: 'identity_links',
    table: 'identity_links',
    columns: ['provider_id', 'subject', 'user_id', 'created_at', 'last_login_at'],
  },
  {
    name: 'directories',
    table: 'directories',
    columns: ['identity_provider_id', 'service_account_id', 'created_at'],
  },
  {
    name: 'directory_users',
    table: 'directory_users',
    columns: [
      ...['user_id', 'identity_provider_id', 'user_name', 'external_id', 'given_name', 'family_name', 'suspended'],
      'updated_at',
    ],
  },
  {
    name: 'directory_groups',
    table: 'directory_groups',
    columns: ['id', 'identity_provider_id', 'display_name', 'external_id', ...CHANGES],
  },
  { name: 'directory_members', table: 'directory_members', columns: ['group_id', 'user_id'] },
  {
    name: 'documents',
    table: 'documents',
    columns: [
      ...['id', 'title', 'document_type', 'aircraft_type', 'document_number', 'ata_chapter', 'access', 'team_id'],
      ...['current_revision_id', 'created_by', ...CHANGES],
    ],
    only: 'deleted_at IS NULL',
  },
  {
    name: 'revisions',
    table: 'document_revisions',
    columns: [
      ...[
        'id',
        'document_id',
        'version',
        'revision_date',
        'effectivity',
        'status',
        'supersedes_id',
        'superseded_by_id',
      ],
      ...['content_sha256', 'content_size', 'media_type', 'file_name', 'page_count', 'language', 'outline', 'metadata'],
      ...['ingestion_state', 'ingestion_error', 'ingestion_warnings', 'created_by', 'activated_at', 'activated_by'],
      ...['withdrawn_at', 'withdrawn_by', ...CHANGES],
    ],
    only: `document_id IN (${LIVE_DOCUMENTS})`,
  },
  {
    name: 'pages',
    table: 'pages',
    columns: ['id', 'revision_id', 'page_number', 'label', 'text', 'ocr_confidence', 'error'],
    only: `revision_id IN (SELECT r.id FROM document_revisions r WHERE r.document_id IN (${LIVE_DOCUMENTS}))`,
  },
  {
    name: 'imports',
    table: 'imports',
    columns: [
      ...[
        'id',
        'created_by',
        'state',
        'dry_run',
        'activate',
        'number_from_name',
        'defaults',
        'rules',
        'file_name',
        'source',
      ],
      ...['content_size', 'error', 'created_at', 'started_at', 'filed_at', 'finished_at'],
    ],
  },
  {
    name: 'import_items',
    table: 'import_items',
    columns: [
      ...['id', 'import_id', 'position', 'path', 'size', 'state', 'fields', 'document_number', 'content_sha256'],
      ...['document_id', 'revision_id', 'publication_id', 'attached_to', 'attachment_index', 'error'],
    ],
  },
  ...FLEET_KINDS,
  {
    name: 'job_cards',
    table: 'job_cards',
    columns: ['id', 'title', 'work_order', 'aircraft', 'task_count', 'created_by', 'created_at'],
  },
  {
    name: 'job_card_tasks',
    table: 'job_card_tasks',
    columns: [
      ...[
        'job_card_id',
        'position',
        'document_id',
        'revision_id',
        'number',
        'title',
        'document_title',
        'document_number',
      ],
      ...['version', 'file_sha256', 'content_sha256', 'first_page', 'last_page', 'applicability', 'exceptions'],
    ],
  },
  {
    name: 'publications',
    table: 'publications',
    columns: ['id', 'number', 'language', 'access', 'team_id', 'created_by', ...CHANGES],
  },
  {
    name: 'publication_issues',
    table: 'publication_issues',
    columns: [
      ...['id', 'publication_id', 'issue', 'in_work', 'issue_date', 'title', 'is_current', 'members', 'member_count'],
      ...['content_sha256', 'file_name', 'created_by', 'created_at'],
    ],
    atOnce: 5,
  },
  {
    name: 'shares',
    table: 'document_shares',
    columns: [
      ...['id', 'document_id', 'user_id', 'team_id', 'permission', 'message', 'page_number', 'expires_at', 'shared_by'],
      ...['granted_by_share_id', ...CHANGES],
    ],
  },
  {
    name: 'comments',
    table: 'comments',
    columns: [
      ...['id', 'document_id', 'revision_id', 'page_number', 'user_id', 'body', 'position', 'quote', 'visibility'],
      ...['parent_id', 'mentions', 'resolved_at', 'resolved_by', 'edited_at', ...CHANGES],
    ],
    only: 'deleted_at IS NULL',
  },
  {
    name: 'comment_edits',
    table: 'comment_edits',
    columns: ['comment_id', 'number', 'body', 'visibility', 'edited_at'],
    only: 'comment_id IN (SELECT id FROM comments WHERE deleted_at IS NULL)',
  },
  {
    name: 'assignments',
    table: 'assignments',
    columns: [
      ...[
        'id',
        'document_id',
        'revision_id',
        'document_title',
        'document_number',
        'version',
        'content_sha256',
        'scope',
      ],
      ...['statement', 'due_at', 'status', 'cancel_reason', 'predecessor_id', 'created_by', 'ended_at', 'created_at'],
    ],
  },
  { name: 'assignment_teams', table: 'assignment_teams', columns: ['assignment_id', 'team_id'] },
  {
    name: 'acknowledgements',
    table: 'acknowledgements',
    columns: [
      ...['id', 'assignment_id', 'user_id', 'status', 'from_revision_id', 'due_at', 'signed_at', 'evidence'],
      'created_at',
    ],
  },
  ...PAGE_KINDS,
  {
    name: 'watches',
    table: 'document_watches',
    columns: ['user_id', 'document_id', 'created_at'],
  },
  {
    name: 'notifications',
    table: 'notifications',
    columns: [
      ...['id', 'user_id', 'kind', 'document_id', 'comment_id', 'share_id', 'revision_id', 'actor_id', 'read_at'],
      ...['temporary_revision_id', 'temporary_revision_event', 'discrepancy_id', 'discrepancy_event', 'created_at'],
    ],
  },
  {
    name: 'notification_preferences',
    table: 'notification_preferences',
    columns: [
      ...['user_id', 'mention', 'reply', 'share', 'resolve', 'revision', 'assignment', 'reminder', 'overdue'],
      ...['temporary_revision', 'discrepancy', 'digest', 'digest_hour'],
    ],
  },
  {
    name: 'chats',
    table: 'chat_sessions',
    columns: ['id', 'user_id', 'copilot_type', 'title', 'filters', 'aircraft_id', 'aircraft_chosen_at', ...CHANGES],
  },
  {
    name: 'chat_messages',
    table: 'chat_messages',
    columns: [
      ...['id', 'session_id', 'role', 'content', 'status', 'answer_status', 'citations', 'warnings', 'suggestions'],
      ...['refusal_reason', 'clarification', 'aircraft', 'remarks', 'failure', 'model', 'confidence', 'created_at'],
    ],
  },
  {
    name: 'chat_feedback',
    table: 'message_feedback',
    columns: ['message_id', 'rating', 'reason', 'comment', ...CHANGES],
  },
  {
    name: 'webhooks',
    table: 'webhook_endpoints',
    columns: [
      'id',
      'url',
      'description',
      'events',
      'format',
      'enabled',
      'disabled_reason',
      'disabled_at',
      'created_by',
      ...CHANGES,
    ],
    only: 'deleted_at IS NULL',
  },
  {
    name: 'usage',
    table: 'organization_usage',
    columns: ['day', 'requests', 'searches', 'chats', 'questions', 'documents', 'storage_bytes'],
  },
  {
    name: 'token_usage',
    table: 'token_usage',
    columns: ['day', 'kind', 'model', 'estimated', 'requests', 'prompt_tokens', 'completion_tokens'],
  },
  {
    name: 'audit_events',
    table: 'audit_events',
    from: 'audit_records',
    columns: [
      ...['id', 'sequence', 'action', 'result', 'reason', 'actor_type', 'actor_id', 'session_id', 'api_key_id'],
      ...['target_type', 'target_id', 'ip', 'user_agent', 'request_id', 'details', 'occurred_at'],
      `encode(previous_hash, 'hex') AS previous_hash`,
      `encode(hash, 'hex') AS hash`,
    ],
  },
];

/** Tables of which an export holds nothing, and why. A new table joins one list or the other. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  one_time_tokens: 'secret',
  mfa_challenges: 'secret',
  mfa_recovery_codes: 'secret',
  oauth_artifacts: 'secret',
  upstream_logins: 'secret',
  saml_assertions: 'hashes, for an hour',
  known_devices: 'hashes of data that the sessions contain',
  idempotency_keys: 'answers given already, for a day',
  oauth_grants: 'part of the consents',
  identity_provider_domains: 'part of the identity providers',
  passages: 'made of the pages',
  task_readings: 'work',
  revision_tasks: 'made of the pages',
  part_readings: 'work',
  revision_parts: 'made of the pages',
  part_conditions: 'made of the pages',
  part_relations: 'made of the pages',
  passage_embeddings: 'made of the pages',
  search_terms: 'made of the pages',
  document_counts: 'work',
  deprecated_calls: 'counts of the last 90 days',
  index_heads: 'work',
  index_changes: 'work',
  ingestion_turns: 'work',
  comment_places: 'made of the comments',
  discrepancy_places: 'made of the discrepancies',
  comment_carries: 'work',
  share_news: 'work',
  chat_message_events: 'part of the messages',
  webhook_events: 'copies for other systems',
  webhook_queues: 'work',
  webhook_deliveries: 'copies for other systems',
  webhook_attempts: 'copies for other systems',
  sandboxes: 'tests',
  organization_exports: 'exports themselves',
  offline_packages: 'copies of documents, for a time',
  offline_package_documents: 'copies of documents, for a time',
};
