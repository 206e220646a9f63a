import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { NotificationModule } from '../collaboration/notifications/notification.module.js';
import { DocumentModule } from '../documents/document.module.js';
import { UserModule } from '../users/user.module.js';
import { AcknowledgementController } from './acknowledgement.controller.js';
import { AcknowledgementRepository } from './acknowledgement.repository.js';
import { AcknowledgementService } from './acknowledgement.service.js';
import { AssignmentEventHandlers } from './assignment-event-handlers.js';
import { AssignmentRecipients } from './assignment-recipients.service.js';
import { AssignmentController } from './assignment.controller.js';
import { AssignmentRepository } from './assignment.repository.js';
import { AssignmentSuccession } from './assignment-succession.service.js';
import { AssignmentService } from './assignment.service.js';
import { EvidenceFiles } from './evidence/evidence-files.service.js';
import { EvidenceJwksController } from './evidence/evidence-jwks.controller.js';
import { EvidenceKeyRepository } from './evidence/evidence-key.repository.js';
import { EvidenceKeys } from './evidence/evidence-keys.service.js';
import { AssignmentAnnouncer } from './notices/assignment-announcer.service.js';
import { DueNotices } from './notices/due-notices.js';
import { NoticeRepository } from './notices/notice.repository.js';

/** Revisions that people must read, and the evidence that they did. */
@Module({
  imports: [AuthModule, DocumentModule, UserModule, NotificationModule],
  controllers: [AssignmentController, AcknowledgementController, EvidenceJwksController],
  providers: [
    AssignmentService,
    AssignmentRecipients,
    AssignmentRepository,
    AssignmentSuccession,
    AssignmentEventHandlers,
    AssignmentAnnouncer,
    DueNotices,
    NoticeRepository,
    AcknowledgementService,
    AcknowledgementRepository,
    EvidenceKeys,
    EvidenceKeyRepository,
    EvidenceFiles,
  ],
  exports: [EvidenceKeys],
})
export class AssignmentModule {}
