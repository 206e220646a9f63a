import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import {
  AcknowledgementOverdue,
  AcknowledgementSigned,
  AssignmentCreated,
  AssignmentSuperseded,
  type NamedAcknowledgement,
} from '../../assignments/assignment.events.js';
import { ApiKeyCreated, ApiKeyRevoked, ApiKeyRotated } from '../../auth/api-keys/api-key.events.js';
import { AccountLocked, MfaChanged, RefreshReuseDetected } from '../../auth/auth.events.js';
import {
  CommentDeleted,
  CommentResolved,
  CommentUpdated,
  DocumentCommented,
} from '../../collaboration/comments/comment.events.js';
import { DiscrepancyChanged, type DiscrepancyAct } from '../../collaboration/discrepancies/discrepancy.events.js';
import { DocumentShared } from '../../collaboration/shares/share.events.js';
import {
  DocumentCreated,
  DocumentDeleted,
  DocumentUpdated,
  RevisionActivated,
  RevisionFailed,
  RevisionReady,
  RevisionWithdrawn,
} from '../../documents/document.events.js';
import {
  DirectiveCreated,
  DirectiveDeleted,
  DirectiveStatusChanged,
  DirectiveUpdated,
} from '../../directives/directive.events.js';
import { TemporaryRevisionChanged } from '../../documents/temporary-revisions/temporary-revision.events.js';
import { AircraftCreated, AircraftDeleted, AircraftImported, AircraftUpdated } from '../../fleet/aircraft.events.js';
import { ImportCompleted, ImportFailed } from '../../documents/imports/import.events.js';
import {
  UserCreated,
  UserInvited,
  UserJoined,
  UserReactivated,
  UserRemoved,
  UserSuspended,
  UserUpdated,
} from '../../users/user.events.js';
import { OfflinePackageFailed, OfflinePackageReady } from '../../offline/offline-package.events.js';
import { JobCardCreated } from '../../tasks/job-cards/job-card.events.js';
import { OrganizationClosed } from '../../users/organization.events.js';
import { WebhookEndpointRepository } from '../endpoints/webhook-endpoint.repository.js';
import type { WebhookEventName } from './event-types.js';
import { WebhookEvents } from './webhook-events.service.js';

type CommentPlace = DocumentCommented['comment'];

const DISCREPANCY_EVENTS: Partial<Record<DiscrepancyAct, WebhookEventName>> = {
  reported: 'discrepancy.reported',
  sent: 'discrepancy.sent',
  answered: 'discrepancy.answered',
  closed: 'discrepancy.closed',
  rejected: 'discrepancy.closed',
  withdrawn: 'discrepancy.closed',
  reopened: 'discrepancy.reopened',
  overdue: 'discrepancy.overdue',
};

type Publication = [organizationId: string, type: WebhookEventName, data: Record<string, unknown>, commentId?: string];

/** Publishes domain events as webhook events, in the transaction of the change. */
@Injectable()
export class WebhookEventHandlers {
  constructor(
    private readonly domain: DomainEvents,
    private readonly webhooks: WebhookEvents,
    endpoints: WebhookEndpointRepository,
  ) {
    // A closed organization gets no more deliveries, not even one that says so.
    domain.on(OrganizationClosed, ({ organizationId }) => endpoints.deleteQueues(organizationId));
    this.publishDocuments();
    this.publishTemporaryRevisions();
    this.publishFleet();
    this.publishCollaboration();
    this.publishAssignments();
    this.publishDiscrepancies();
    this.publishUsers();
    this.publishSecurity();
  }

  private publishDocuments(): void {
    this.publish(DocumentCreated, ({ document: { organization_id, id, revision } }) => {
      const data = { document_id: id, revision_id: revision.id, version: revision.version };
      return [organization_id, 'document.created', data];
    });
    this.publish(RevisionReady, ({ revision: { organization_id, document_id, revision_id } }) => [
      organization_id,
      'document.ready',
      { document_id, revision_id },
    ]);
    this.publish(RevisionFailed, ({ revision: { organization_id, document_id, revision_id }, error: { code } }) => [
      organization_id,
      'document.failed',
      { document_id, revision_id, error: code },
    ]);
    this.publish(DocumentUpdated, ({ document: { organization_id, id }, changed }) => [
      organization_id,
      'document.updated',
      { document_id: id, changed },
    ]);
    this.publish(RevisionWithdrawn, ({ document: { organization_id, id } }) => [
      organization_id,
      'document.updated',
      { document_id: id, changed: ['status'] },
    ]);
    this.publish(DocumentDeleted, ({ document: { organization_id, id } }) => [
      organization_id,
      'document.deleted',
      { document_id: id },
    ]);
    this.publish(ImportCompleted, ({ import_: { organization_id, id, dry_run, summary } }) => [
      organization_id,
      'import.completed',
      { import_id: id, dry_run, counts: summary?.counts },
    ]);
    this.publish(ImportFailed, ({ import_: { organization_id, id }, code }) => [
      organization_id,
      'import.failed',
      { import_id: id, error: code },
    ]);
    this.publish(RevisionActivated, ({ document: { organization_id, id }, revision, previousId }) => {
      const { id: revision_id, version } = revision;
      const data = { document_id: id, revision_id, version, previous_revision_id: previousId };
      return [organization_id, 'document.revision_activated', data];
    });
  }

  private publishTemporaryRevisions(): void {
    this.publish(TemporaryRevisionChanged, ({ temporaryRevision, act, changed }) => {
      const { organization_id, id, document_id } = temporaryRevision;
      const data = { document_id, temporary_revision_id: id, ...(act === 'updated' && { changed }) };
      return [organization_id, `temporary_revision.${act}`, data];
    });
  }

  private publishFleet(): void {
    this.publish(AircraftCreated, ({ aircraft: { organization_id, id } }) => [
      organization_id,
      'aircraft.created',
      { aircraft_id: id },
    ]);
    this.publish(AircraftUpdated, ({ aircraft: { organization_id, id }, changed }) => [
      organization_id,
      'aircraft.updated',
      { aircraft_id: id, changed },
    ]);
    this.publish(AircraftDeleted, ({ aircraft: { organization_id, id } }) => [
      organization_id,
      'aircraft.deleted',
      { aircraft_id: id },
    ]);
    this.publish(JobCardCreated, ({ card: { organization_id, id, aircraft, task_count } }) => [
      organization_id,
      'job_card.created',
      { job_card_id: id, aircraft_id: aircraft.id, tasks: task_count },
    ]);
    this.publish(OfflinePackageReady, ({ made: { organization_id, id, created_by } }) => [
      organization_id,
      'offline_package.ready',
      { offline_package_id: id, user_id: created_by },
    ]);
    this.publish(OfflinePackageFailed, ({ requested: { organization_id, id, created_by }, error }) => [
      organization_id,
      'offline_package.failed',
      { offline_package_id: id, user_id: created_by, error },
    ]);
    this.publish(AircraftImported, ({ organizationId, counts }) => [organizationId, 'aircraft.imported', counts]);
    this.publish(DirectiveCreated, ({ directive: { organization_id, id } }) => [
      organization_id,
      'directive.created',
      { directive_id: id },
    ]);
    this.publish(DirectiveUpdated, ({ directive: { organization_id, id }, changed }) => [
      organization_id,
      'directive.updated',
      { directive_id: id, changed },
    ]);
    this.publish(DirectiveDeleted, ({ directive: { organization_id, id } }) => [
      organization_id,
      'directive.deleted',
      { directive_id: id },
    ]);
    this.publish(DirectiveStatusChanged, ({ directive: { organization_id, id }, aircraftId, status }) => [
      organization_id,
      'directive.status_changed',
      { directive_id: id, aircraft_id: aircraftId, status },
    ]);
  }

  /** Comment events concern public comments only. */
  private publishCollaboration(): void {
    this.domain.on(CommentDeleted, async ({ comment, isHidden }) => {
      if (isHidden) await this.webhooks.withdrawComment(comment.organization_id, comment.id);
    });
    const acts = [
      [DocumentCommented, 'document.commented'],
      [CommentUpdated, 'comment.updated'],
      [CommentDeleted, 'comment.deleted'],
    ] as const;
    for (const [event, type] of acts) {
      this.publish<{ comment: CommentPlace }>(event, ({ comment }) => [
        comment.organization_id,
        type,
        placeOf(comment),
        comment.id,
      ]);
    }
    this.publish(CommentResolved, ({ comment, resolved }) => [
      comment.organization_id,
      'comment.resolved',
      { ...placeOf(comment), resolved },
      comment.id,
    ]);
    this.publish(
      DocumentShared,
      ({ share: { id, document_id, user_id, team_id, permission, shared_by }, document }) => {
        const recipient = user_id === null ? { type: 'team', id: team_id } : { type: 'user', id: user_id };
        const data = { document_id, share_id: id, recipient, permission, shared_by };
        return [document.organization_id, 'document.shared', data];
      },
    );
  }

  private publishAssignments(): void {
    this.publish(AssignmentCreated, ({ assignment: { organization_id, id, document_id, revision_id } }) => [
      organization_id,
      'assignment.created',
      { assignment_id: id, document_id, revision_id },
    ]);
    this.publish(AssignmentSuperseded, ({ assignment, successorId }) => {
      const { organization_id, id, document_id, revision_id } = assignment;
      const data = { assignment_id: id, document_id, revision_id, successor_id: successorId };
      return [organization_id, 'assignment.superseded', data];
    });
    const acts = [
      [AcknowledgementSigned, 'acknowledgement.signed'],
      [AcknowledgementOverdue, 'acknowledgement.overdue'],
    ] as const;
    for (const [event, type] of acts) {
      this.publish<{ acknowledgement: NamedAcknowledgement }>(event, ({ acknowledgement }) => {
        const { id, organization_id, ...about } = acknowledgement;
        return [organization_id, type, { acknowledgement_id: id, ...about }];
      });
    }
  }

  private publishUsers(): void {
    this.publish(UserInvited, ({ user: { organization_id, id, role } }) => [
      organization_id,
      'user.invited',
      { user_id: id, role },
    ]);
    for (const event of [UserCreated, UserJoined]) {
      this.publish(event, ({ user: { organization_id, id, role } }) => [
        organization_id,
        'user.created',
        { user_id: id, role },
      ]);
    }
    this.publish(UserUpdated, ({ user: { organization_id, id, role, status }, changed }) => [
      organization_id,
      'user.updated',
      { user_id: id, role, status, changed },
    ]);
    this.publish(UserReactivated, ({ user: { organization_id, id, role, status } }) => [
      organization_id,
      'user.updated',
      { user_id: id, role, status, changed: ['status'] },
    ]);
    this.publish(UserSuspended, ({ user: { organization_id, id } }) => [
      organization_id,
      'user.suspended',
      { user_id: id },
    ]);
    this.publish(UserRemoved, ({ user: { organization_id, id } }) => [
      organization_id,
      'user.deleted',
      { user_id: id },
    ]);
  }

  private publishSecurity(): void {
    this.publish(RefreshReuseDetected, ({ user: { organization_id, id }, sessionId }) => [
      organization_id,
      'security.refresh_reuse_detected',
      { user_id: id, session_id: sessionId },
    ]);
    this.publish(AccountLocked, ({ user: { organization_id, id }, reason }) => [
      organization_id,
      'security.account_locked',
      { user_id: id, reason },
    ]);
    this.publish(MfaChanged, ({ user: { organization_id, id }, change }) => [
      organization_id,
      'security.mfa_changed',
      { user_id: id, change },
    ]);
    const acts = [
      [ApiKeyCreated, 'api_key.created'],
      [ApiKeyRotated, 'api_key.rotated'],
      [ApiKeyRevoked, 'api_key.revoked'],
    ] as const;
    for (const [event, type] of acts) {
      this.publish(event, ({ apiKey: { organization_id, id, owner_id } }) => [
        organization_id,
        type,
        { api_key_id: id, user_id: owner_id },
      ]);
    }
  }

  private publishDiscrepancies(): void {
    this.domain.on(DiscrepancyChanged, async ({ discrepancy, act }) => {
      const type = DISCREPANCY_EVENTS[act];
      if (type === undefined) return;
      const { organization_id, document_id, revision_id, id, page_number, kind, severity, status, channel } =
        discrepancy;
      const data = { document_id, revision_id, discrepancy_id: id, page_number, kind, severity, status };
      await this.webhooks.record(organization_id, type, act === 'sent' ? { ...data, channel } : data);
    });
  }

  private publish<E extends object>(event: new (...values: never[]) => E, words: (event: E) => Publication): void {
    this.domain.on(event, (happened) => this.webhooks.record(...words(happened)));
  }
}

/** `user_id` is the author. */
function placeOf({ document_id, id, user_id, page_number }: CommentPlace): Record<string, unknown> {
  return { document_id, comment_id: id, user_id, page_number };
}
