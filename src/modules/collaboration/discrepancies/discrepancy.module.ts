import { Module } from '@nestjs/common';
import { DocumentModule } from '../../documents/document.module.js';
import { IngestionModule } from '../../ingestion/ingestion.module.js';
import { CommentModule } from '../comments/comment.module.js';
import { DiscrepancyForm } from './discrepancy-form.service.js';
import { DiscrepancyWorkflowController } from './discrepancy-workflow.controller.js';
import { DiscrepancyWorkflow } from './discrepancy-workflow.service.js';
import { DiscrepancyController } from './discrepancy.controller.js';
import { DiscrepancyRepository } from './discrepancy.repository.js';
import { DiscrepancyService } from './discrepancy.service.js';
import { InterimInstructions } from './interim-instruction.service.js';
import { DiscrepancyMailSender } from './mails/discrepancy-mail-sender.js';
import { DiscrepancyMailRepository } from './mails/discrepancy-mail.repository.js';
import { DiscrepancyMails } from './mails/discrepancy-mails.service.js';
import { OverdueDiscrepancies } from './overdue-discrepancies.service.js';
import { DiscrepancyPictureController } from './pictures/picture.controller.js';
import { PictureRepository } from './pictures/picture.repository.js';
import { DiscrepancyPictures } from './pictures/picture.service.js';
import { DiscrepancyPlaceRepository } from './places/discrepancy-place.repository.js';
import { DiscrepancyPlacing } from './places/discrepancy-placing.service.js';
import { DiscrepancyPlaceFinder } from './places/place-finder.service.js';

/** Reports of inaccurate, incomplete and ambiguous data, up to their closure by a new revision. */
@Module({
  imports: [DocumentModule, IngestionModule, CommentModule],
  controllers: [DiscrepancyController, DiscrepancyWorkflowController, DiscrepancyPictureController],
  providers: [
    DiscrepancyService,
    DiscrepancyWorkflow,
    InterimInstructions,
    DiscrepancyRepository,
    DiscrepancyForm,
    DiscrepancyPictures,
    PictureRepository,
    DiscrepancyMails,
    DiscrepancyMailSender,
    DiscrepancyMailRepository,
    DiscrepancyPlacing,
    DiscrepancyPlaceFinder,
    DiscrepancyPlaceRepository,
    OverdueDiscrepancies,
  ],
})
export class DiscrepancyModule {}
