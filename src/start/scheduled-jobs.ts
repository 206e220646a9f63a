import { Injectable, type OnApplicationBootstrap, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { IdempotencyKeyRepository } from '../common/idempotency/idempotency-key.repository.js';
import { removeInBatches } from '../common/runtime/batched-removal.js';
import { JobQueue } from '../integrations/job-queue/job-queue.js';
import { EvidenceKeys } from '../modules/assignments/evidence/evidence-keys.service.js';
import { AssignmentSuccession } from '../modules/assignments/assignment-succession.service.js';
import { DueNotices } from '../modules/assignments/notices/due-notices.js';
import { AuditRetention } from '../modules/audit/retention/audit-retention.js';
import { OneTimeTokenRepository } from '../modules/auth/account-mails/one-time-token.repository.js';
import { KnownDeviceRepository } from '../modules/auth/devices/known-device.repository.js';
import { MfaChallengeRepository } from '../modules/auth/mfa/challenges/mfa-challenge.repository.js';
import { MfaMethodRepository } from '../modules/auth/mfa/methods/mfa-method.repository.js';
import { AttemptCounterRepository } from '../modules/auth/attempts/attempt-counter.repository.js';
import { SessionRepository } from '../modules/auth/sessions/session.repository.js';
import { KeyRotation } from '../modules/auth/tokens/key-rotation.js';
import { ChatRetention } from '../modules/chat/retention/chat-retention.js';
import { AbandonedAnswers } from '../modules/chat/streaming/abandoned-answers.js';
import { CommentAnchoring } from '../modules/collaboration/comments/anchors/comment-anchoring.service.js';
import { CommentRemovalRepository } from '../modules/collaboration/comments/comment-removal.repository.js';
import { DiscrepancyMailSender } from '../modules/collaboration/discrepancies/mails/discrepancy-mail-sender.js';
import { OverdueDiscrepancies } from '../modules/collaboration/discrepancies/overdue-discrepancies.service.js';
import { DiscrepancyPlacing } from '../modules/collaboration/discrepancies/places/discrepancy-placing.service.js';
import { NotifierRepository } from '../modules/collaboration/notifications/notifier/notifier.repository.js';
import { TeamShareNotifier } from '../modules/collaboration/notifications/notifier/team-share-notifier.js';
import { ShareRepository } from '../modules/collaboration/shares/share.repository.js';
import { ImportReading } from '../modules/documents/imports/import-reading.js';
import { ImportRunner } from '../modules/documents/imports/import-runner.js';
import { ImportService } from '../modules/documents/imports/import.service.js';
import { BlobSweeper } from '../modules/documents/blobs/blob-sweeper.js';
import { BlobVerifier } from '../modules/documents/blobs/blob-verifier.js';
import { DocumentCounts } from '../modules/documents/listing/document-counts.js';
import { DocumentRemoval } from '../modules/ingestion/document-removal.service.js';
import { PassageEmbedder } from '../modules/ingestion/embedding/passage-embedder.js';
import { PackageMaker } from '../modules/offline/making/package-maker.js';
import { GrantRepository } from '../modules/oauth/grants/grant.repository.js';
import { SamlAssertionRepository } from '../modules/oauth/identity-providers/saml/saml-assertion.repository.js';
import { UpstreamLoginRepository } from '../modules/oauth/identity-providers/upstream/upstream-login.repository.js';
import { ArtifactRepository } from '../modules/oauth/server/adapters/artifact.repository.js';
import { DueDeletions } from '../modules/organizations/deletion/due-deletions.js';
import { ExportMaker } from '../modules/organizations/exports/export-maker.js';
import { SandboxLibrary } from '../modules/sandbox/library/sandbox-library.service.js';
import { SandboxMirror } from '../modules/sandbox/people/sandbox-mirror.service.js';
import { PartReader } from '../modules/parts/part-reader.service.js';
import { TaskReader } from '../modules/tasks/task-reader.service.js';
import { SearchTermKeeper } from '../modules/search/suggestions/search-term-keeper.js';
import { DeprecationNotices } from '../modules/usage/deprecations/deprecation-notices.js';
import { StorageRecorder } from '../modules/usage/storage-recorder.js';
import { WebhookRetention } from '../modules/webhooks/deliveries/webhook-retention.js';

interface Job {
  name: string;
  cron: string;
  run: (modules: ModuleRef) => Promise<unknown>;
}

/** @param run called with the application's instance of `provider` */
function job<T>(name: string, cron: string, provider: Type<T>, run: (instance: T) => Promise<unknown>): Job {
  return { name, cron, run: (modules) => run(modules.get(provider, { strict: false })) };
}

/**
 * All periodic work. Cron expressions are in UTC. Jobs tolerate additional and concurrent runs: each worker runs them at start,
 * and jobs of dead processes are repeated.
 */
const JOBS: readonly Job[] = [
  // Retention: see docs/operations/retention.md.
  job('audit-retention', '2 * * * *', AuditRetention, (retention) => retention.run()),
  job('chat-retention', '4 * * * *', ChatRetention, (retention) => retention.run()),
  job('webhook-retention', '6 * * * *', WebhookRetention, (retention) => retention.run()),
  job('deleted-comments', '8 * * * *', CommentRemovalRepository, (comments) => comments.removeOver()),
  job('expired-shares', '9 * * * *', ShareRepository, (shares) => shares.deleteExpired()),
  job('old-notifications', '10 * * * *', NotifierRepository, (notifications) =>
    removeInBatches(() => notifications.deleteSomeOld()),
  ),
  job('expired-idempotency-keys', '11 * * * *', IdempotencyKeyRepository, (keys) => keys.deleteExpired()),
  job('ended-sessions', '12 * * * *', SessionRepository, (sessions) => sessions.deleteEnded()),
  job('unused-devices', '13 * * * *', KnownDeviceRepository, (devices) => devices.deleteForgotten()),
  job('expired-one-time-tokens', '14 * * * *', OneTimeTokenRepository, (tokens) => tokens.deleteExpired()),
  job('expired-mfa-challenges', '15 * * * *', MfaChallengeRepository, (challenges) => challenges.deleteExpired()),
  job('unfinished-mfa-methods', '16 * * * *', MfaMethodRepository, (methods) => methods.deleteStalePending()),
  job('expired-attempt-counters', '17 * * * *', AttemptCounterRepository, (counters) => counters.deleteExpired()),
  job('expired-oauth-artifacts', '18 * * * *', ArtifactRepository, (artifacts) => artifacts.deleteExpired()),
  job('ended-oauth-grants', '19 * * * *', GrantRepository, (grants) => grants.deleteEnded()),
  job('expired-upstream-logins', '20 * * * *', UpstreamLoginRepository, (logins) => logins.deleteExpired()),
  job('expired-saml-assertions', '21 * * * *', SamlAssertionRepository, (assertions) => assertions.deleteExpired()),
  // Work of dead processes, and of jobs that failed for the last time.
  job('unfinished-answers', '22 * * * *', AbandonedAnswers, (answers) => answers.run()),
  job('unfinished-comment-anchoring', '24 * * * *', CommentAnchoring, (anchoring) => anchoring.run()),
  job('unfinished-discrepancy-placing', '25 * * * *', DiscrepancyPlacing, (placing) => placing.run()),
  job('unsent-discrepancy-mails', '27 * * * *', DiscrepancyMailSender, (sender) => sender.run()),
  job('unfinished-team-notifications', '26 * * * *', TeamShareNotifier, (notifier) => notifier.run()),
  job('unfinished-assignments', '27 * * * *', AssignmentSuccession, (succession) => succession.run()),
  job('unfinished-document-removals', '28 * * * *', DocumentRemoval, (removal) => removal.run()),
  job('unfinished-exports', '30 * * * *', ExportMaker, (exports) => exports.run()),
  job('unfinished-packages', '31 * * * *', PackageMaker, (packages) => packages.run()),
  job('missing-embeddings', '32 * * * *', PassageEmbedder, (embedder) => embedder.run()),
  job('missing-search-terms', '34 * * * *', SearchTermKeeper, (keeper) => keeper.run()),
  job('unread-tasks', '* * * * *', TaskReader, (reader) => reader.run()),
  job('unread-parts', '* * * * *', PartReader, (reader) => reader.run()),
  // Due work.
  job('due-organization-deletions', '36 * * * *', DueDeletions, (deletions) => deletions.run()),
  job('signing-key-rotation', '38 * * * *', KeyRotation, (rotation) => rotation.run()),
  job('evidence-key-rotation', '39 * * * *', EvidenceKeys, (keys) => keys.run()),
  job('due-acknowledgements', '* * * * *', DueNotices, (notices) => notices.run()),
  job('overdue-discrepancies', '* * * * *', OverdueDiscrepancies, (overdue) => overdue.run()),
  job('storage-usage', '40 * * * *', StorageRecorder, (recorder) => recorder.run()),
  job('document-counts', '41 4 * * *', DocumentCounts, (counts) => counts.verify()),
  job('deprecation-notices', '50 6 * * *', DeprecationNotices, (notices) => notices.run()),
  // Stored files.
  job('blob-sweep', '42 * * * *', BlobSweeper, (sweeper) => sweeper.sweep()),
  job('import-readings', '* * * * *', ImportReading, (reading) => reading.look()),
  job('import-retention', '48 * * * *', ImportService, (imports) => imports.deleteOld()),
  job('sandbox-people', '* * * * *', SandboxMirror, (mirror) => mirror.synchronizeAll()),
  job('unfilled-sandboxes', '* * * * *', SandboxLibrary, (library) => library.fillWaiting()),
  job('import-restarts', '* * * * *', ImportRunner, (runner) => runner.restartAbandoned()),
  job('blob-verification', '44 * * * *', BlobVerifier, (verifier) => verifier.run()),
  job('blob-adoption', '46 3 * * *', BlobSweeper, (sweeper) => sweeper.adoptUnknown()),
];

/** Schedules the jobs when all modules are ready. */
@Injectable()
export class ScheduledJobs implements OnApplicationBootstrap {
  constructor(
    private readonly queue: JobQueue,
    private readonly modules: ModuleRef,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.queue.schedule(JOBS.map(({ name, cron, run }) => ({ name, cron, run: () => run(this.modules) })));
  }
}
