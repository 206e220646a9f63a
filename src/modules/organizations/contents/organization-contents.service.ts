import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { DocumentRemoval } from '../../ingestion/document-removal.service.js';
import { OrganizationEmptied } from '../../users/organization.events.js';
import { OrganizationExportService } from '../exports/organization-export.service.js';
import { OrganizationTables } from '../organization-tables.repository.js';

const EMPTIED = 'organization.emptied';

/** Who the organization is, what integrations were given, and the record of what was done. */
const KEPT: ReadonlySet<string> = new Set([
  'organizations',
  'sandboxes',
  'users',
  'teams',
  'api_keys',
  'webhook_endpoints',
  'webhook_queues',
  'notification_preferences',
  'audit_anchors',
  'audit_chains',
  'audit_events',
  'audit_tiles',
  'audit_unsealed_events',
]);
/** Go with the documents, which the module of ingestion removes: a reader can hold them. The index's positions go on. */
const WITH_DOCUMENTS: ReadonlySet<string> = new Set([
  'documents',
  'document_revisions',
  'document_counts',
  'pages',
  'passages',
  'passage_embeddings',
  'search_terms',
  'index_changes',
  'index_heads',
  'ingestion_turns',
]);

/** Deletes what an organization has collected, and keeps the organization. Tables added later are included. */
@Injectable()
export class OrganizationContents implements OnModuleInit {
  constructor(
    private readonly tables: OrganizationTables,
    private readonly documents: DocumentRemoval,
    private readonly exports: OrganizationExportService,
    private readonly events: DomainEvents,
    private readonly queue: JobQueue,
    private readonly db: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    const options = { concurrency: 1 };
    await this.queue.subscribe<{ organization_id: string }>(EMPTIED, 'emptied-organizations', options, (emptied) =>
      this.documents.removeAll(emptied.organization_id),
    );
  }

  /** Documents are invisible at once; their storage is freed in the background. Can be interrupted and repeated. */
  async clear(organizationId: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.events.emit(new OrganizationEmptied(organizationId));
      await this.queue.publish(EMPTIED, { organization_id: organizationId });
    });
    await this.exports.deleteAll(organizationId);
    for (const table of await this.tables.list()) {
      if (KEPT.has(table.name) || WITH_DOCUMENTS.has(table.name)) continue;
      while ((await this.tables.deleteSome(table, organizationId)) > 0);
    }
  }
}
