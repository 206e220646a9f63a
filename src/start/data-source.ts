import pg from 'pg';
import { DataSource } from 'typeorm';
import { connectionOptions, type DatabaseTimes } from '../common/database/connection-options.js';
import { PIPELINED } from '../common/database/pipeline.js';
import { Replicas } from '../common/database/replicas.js';
import { ReservingPool } from '../common/database/reserving-pool.js';
import { watchedClient, type WatchOptions } from '../common/database/watched-client.js';
import type { Env } from '../config/env.js';
import { isMeasured } from '../config/variables/telemetry.js';
import { Blob } from '../integrations/storage/blob.entity.js';
import { TokenUsage } from '../integrations/metering/token-usage.entity.js';
import { DeprecatedCall } from '../integrations/metering/deprecated-call.entity.js';
import { OrganizationUsage } from '../integrations/metering/organization-usage.entity.js';
import { Acknowledgement } from '../modules/assignments/acknowledgement.entity.js';
import { Assignment, AssignmentTeam } from '../modules/assignments/assignment.entity.js';
import { EvidenceKey } from '../modules/assignments/evidence/evidence-key.entity.js';
import { AuditChain } from '../modules/audit/audit-chain.entity.js';
import { AuditEvent } from '../modules/audit/audit-event.entity.js';
import { AuditAnchor } from '../modules/audit/retention/audit-anchor.entity.js';
import { OneTimeToken } from '../modules/auth/account-mails/one-time-token.entity.js';
import { ApiKey } from '../modules/auth/api-keys/api-key.entity.js';
import { MfaChallenge } from '../modules/auth/mfa/challenges/mfa-challenge.entity.js';
import { MfaMethod } from '../modules/auth/mfa/methods/mfa-method.entity.js';
import { MfaRecoveryCode } from '../modules/auth/mfa/recovery-codes/mfa-recovery-code.entity.js';
import { KnownDevice } from '../modules/auth/devices/known-device.entity.js';
import { Session } from '../modules/auth/sessions/session.entity.js';
import { ChatMessage } from '../modules/chat/chat-message.entity.js';
import { ChatSession } from '../modules/chat/chat-session.entity.js';
import { MessageFeedback } from '../modules/chat/feedback/message-feedback.entity.js';
import { MessageEvent } from '../modules/chat/streaming/message-event.entity.js';
import { CommentAnchoringProgress } from '../modules/collaboration/comments/anchors/comment-anchoring-progress.entity.js';
import { CommentEdit } from '../modules/collaboration/comments/comment-edit.entity.js';
import { CommentAnchor } from '../modules/collaboration/comments/anchors/comment-anchor.entity.js';
import { Comment } from '../modules/collaboration/comments/comment.entity.js';
import { DiscrepancyMail } from '../modules/collaboration/discrepancies/mails/discrepancy-mail.entity.js';
import { DiscrepancyPicture } from '../modules/collaboration/discrepancies/pictures/picture.entity.js';
import { TeamShareNotification } from '../modules/collaboration/notifications/notifier/team-share-notification.entity.js';
import { Notification } from '../modules/collaboration/notifications/notification.entity.js';
import { NotificationPreferences } from '../modules/collaboration/notifications/preferences/notification-preferences.entity.js';
import { DocumentWatch } from '../modules/collaboration/notifications/watches/document-watch.entity.js';
import { Directive, DirectiveRelation } from '../modules/directives/directive.entity.js';
import { DirectiveRecord } from '../modules/directives/status/directive-record.entity.js';
import {
  TemporaryRevision,
  TemporaryRevisionPage,
} from '../modules/documents/temporary-revisions/temporary-revision.entity.js';
import { Discrepancy, DiscrepancyPlace } from '../modules/documents/discrepancies/discrepancy.entity.js';
import { Document } from '../modules/documents/document.entity.js';
import { IndexChange } from '../modules/documents/index-changes/index-change.entity.js';
import { IndexHead } from '../modules/documents/index-changes/index-head.entity.js';
import { Revision } from '../modules/documents/revision.entity.js';
import { DocumentShare } from '../modules/documents/shares/document-share.entity.js';
import { Import, ImportItem } from '../modules/documents/imports/import.entity.js';
import { OfflinePackage, OfflinePackageDocument } from '../modules/offline/offline-package.entity.js';
import { JobCard, JobCardTask } from '../modules/tasks/job-cards/job-card.entity.js';
import { PartConditionRow, PartReading, PartRelationRow, RevisionPart } from '../modules/parts/part.entity.js';
import { RevisionTask, TaskReading } from '../modules/tasks/task.entity.js';
import { Aircraft, AircraftChange } from '../modules/fleet/aircraft.entity.js';
import { UtilisationReading } from '../modules/fleet/utilisation/utilisation.entity.js';
import { Publication, PublicationIssue } from '../modules/documents/publications/publication.entity.js';
import { IngestionTurn } from '../modules/ingestion/ingestion-turn.entity.js';
import { OAuthClient } from '../modules/oauth/clients/client.entity.js';
import { OAuthConsent } from '../modules/oauth/grants/consent.entity.js';
import { OAuthGrant } from '../modules/oauth/grants/grant.entity.js';
import { OAuthArtifact } from '../modules/oauth/server/adapters/artifact.entity.js';
import { IdentityProviderDomain } from '../modules/oauth/identity-providers/identity-provider-domain.entity.js';
import { IdentityProvider } from '../modules/oauth/identity-providers/identity-provider.entity.js';
import { IdentityLink } from '../modules/oauth/identity-providers/upstream/identity-link.entity.js';
import { SamlAssertion } from '../modules/oauth/identity-providers/saml/saml-assertion.entity.js';
import { UpstreamLoginState } from '../modules/oauth/identity-providers/upstream/upstream-login.entity.js';
import { OrganizationDeletion } from '../modules/organizations/deletion/organization-deletion.entity.js';
import { OrganizationExport } from '../modules/organizations/exports/organization-export.entity.js';
import { Sandbox } from '../modules/sandbox/sandbox.entity.js';
import { Organization } from '../modules/users/organization.entity.js';
import { Team } from '../modules/users/teams/team.entity.js';
import { User } from '../modules/users/user.entity.js';
import { WebhookAttempt } from '../modules/webhooks/deliveries/webhook-attempt.entity.js';
import { WebhookDelivery } from '../modules/webhooks/deliveries/webhook-delivery.entity.js';
import { WebhookQueue } from '../modules/webhooks/deliveries/webhook-queue.entity.js';
import { WebhookEndpoint } from '../modules/webhooks/endpoints/webhook-endpoint.entity.js';
import { WebhookEvent } from '../modules/webhooks/events/webhook-event.entity.js';

/** Timeouts and logging of the database. */
export type DatabaseOptions = DatabaseTimes & WatchOptions;

const DEFAULT_OPTIONS: DatabaseOptions = {
  waitMs: 5_000,
  lockMs: 10_000,
  statementMs: 30_000,
  slowQueryMs: 0,
  isMeasured: false,
};

/** From the settings. */
export function databaseOptions(env: Env): DatabaseOptions {
  return {
    waitMs: env.DATABASE_WAIT_SECONDS * 1000,
    lockMs: env.DATABASE_LOCK_SECONDS * 1000,
    statementMs: env.DATABASE_STATEMENT_SECONDS * 1000,
    slowQueryMs: env.SLOW_QUERY_MS,
    isMeasured: isMeasured(env),
  };
}

/** Connections to replicas, with the timeouts of the primary. */
export function createReplicas(env: Env): Replicas {
  return new Replicas(env.DATABASE_REPLICA_URLS, { ...databaseOptions(env), poolSize: env.DATABASE_POOL_SIZE });
}

/** The connection pool and entities. Migrations alone define the schema. */
export function createDataSource(url: string, poolSize: number, options = DEFAULT_OPTIONS): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    applicationName: 'amks',
    driver: { ...pg, Pool: ReservingPool },
    connectTimeoutMS: options.waitMs,
    extra: {
      ...connectionOptions(options),
      // A session of PostgreSQL holds up to 15 MB.
      idleTimeoutMillis: 10_000,
      ...PIPELINED,
      Client: watchedClient(options),
    },
    synchronize: false,
    migrationsTableName: 'migrations',
    entities: [
      TokenUsage,
      OrganizationUsage,
      DeprecatedCall,
      Organization,
      Team,
      User,
      Session,
      KnownDevice,
      ApiKey,
      OneTimeToken,
      MfaMethod,
      MfaChallenge,
      MfaRecoveryCode,
      OAuthClient,
      OAuthConsent,
      OAuthGrant,
      OAuthArtifact,
      Blob,
      Document,
      Revision,
      DocumentShare,
      IndexHead,
      IndexChange,
      IngestionTurn,
      Import,
      ImportItem,
      Aircraft,
      AircraftChange,
      PartConditionRow,
      PartReading,
      PartRelationRow,
      RevisionPart,
      RevisionTask,
      TaskReading,
      JobCard,
      JobCardTask,
      OfflinePackage,
      OfflinePackageDocument,
      UtilisationReading,
      Directive,
      DirectiveRelation,
      DirectiveRecord,
      Publication,
      PublicationIssue,
      Comment,
      CommentEdit,
      CommentAnchor,
      TemporaryRevision,
      TemporaryRevisionPage,
      Discrepancy,
      DiscrepancyPlace,
      DiscrepancyPicture,
      DiscrepancyMail,
      CommentAnchoringProgress,
      Notification,
      TeamShareNotification,
      NotificationPreferences,
      DocumentWatch,
      Assignment,
      AssignmentTeam,
      Acknowledgement,
      EvidenceKey,
      ChatSession,
      ChatMessage,
      MessageEvent,
      MessageFeedback,
      IdentityProvider,
      IdentityProviderDomain,
      IdentityLink,
      SamlAssertion,
      UpstreamLoginState,
      AuditEvent,
      AuditChain,
      AuditAnchor,
      WebhookEndpoint,
      WebhookQueue,
      WebhookEvent,
      WebhookDelivery,
      WebhookAttempt,
      OrganizationExport,
      OrganizationDeletion,
      Sandbox,
    ],
  });
}
