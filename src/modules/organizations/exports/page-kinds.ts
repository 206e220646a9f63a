import { CHANGES, LIVE_DOCUMENTS, type ExportedKind } from './exported-kind.js';

/** What was recorded about pages: discrepancy reports and temporary revisions. */
export const PAGE_KINDS: readonly ExportedKind[] = [
  {
    name: 'discrepancies',
    table: 'discrepancies',
    columns: [
      ...['id', 'document_id', 'revision_id', 'page_number', 'quote', 'kind', 'severity', 'description', 'status'],
      ...[
        'reported_by',
        'due_on',
        'overdue_noted_for',
        'contact',
        'author_reference',
        'sent_at',
        'channel',
        'answer',
        'answered_at',
      ],
      ...['ended_at', 'ended_by', 'closed_by_revision_id', 'rejection_reason', 'instruction'],
      ...['instruction_proposed_by', 'instruction_proposed_at', 'instruction_approved_by', 'instruction_approved_at'],
      ...['proposal', 'proposal_by', 'proposal_at', 'proposal_version'],
      ...CHANGES,
    ],
    only: `document_id IN (${LIVE_DOCUMENTS})`,
  },
  {
    name: 'temporary_revisions',
    table: 'temporary_revisions',
    columns: [
      ...['id', 'document_id', 'revision_id', 'overlay_document_id', 'number', 'effective_from', 'effective_until'],
      ...['supersedes_id', 'incorporated_by_revision_id', 'withdrawn_at', 'created_by'],
      ...CHANGES,
    ],
    only: `document_id IN (${LIVE_DOCUMENTS})`,
  },
  {
    name: 'temporary_revision_pages',
    table: 'temporary_revision_pages',
    columns: [
      'temporary_revision_id',
      'revision_id',
      'page_number',
      'issued_page',
      'action',
      'is_presumed',
      'overlay_pages',
    ],
    only: `temporary_revision_id IN (SELECT x.id FROM temporary_revisions x WHERE x.document_id IN (${LIVE_DOCUMENTS}))`,
  },
  {
    name: 'discrepancy_pictures',
    table: 'discrepancy_pictures',
    columns: [
      ...['id', 'discrepancy_id', 'content_sha256', 'size', 'media_type', 'file_name', 'created_by', 'created_at'],
    ],
    only: `discrepancy_id IN (SELECT x.id FROM discrepancies x WHERE x.document_id IN (${LIVE_DOCUMENTS}))`,
  },
  {
    name: 'discrepancy_mails',
    table: 'discrepancy_mails',
    columns: ['id', 'discrepancy_id', 'recipient', 'sent_by', 'state', 'created_at', 'finished_at'],
    only: `discrepancy_id IN (SELECT x.id FROM discrepancies x WHERE x.document_id IN (${LIVE_DOCUMENTS}))`,
  },
];
