import { Module } from '@nestjs/common';
import { DocumentModule } from '../../documents/document.module.js';
import { UserModule } from '../../users/user.module.js';
import { CommentCarrier } from './carrying/comment-carrier.service.js';
import { CommentFinder } from './carrying/comment-finder.service.js';
import { CommentPlaceRepository } from './carrying/comment-place.repository.js';
import { CommentChanges } from './comment-changes.service.js';
import { CommentCleaner } from './comment-cleaner.js';
import { CommentEditRepository } from './comment-edit.repository.js';
import { CommentRemovalRepository } from './comment-removal.repository.js';
import { CommentController } from './comment.controller.js';
import { CommentRepository } from './comment.repository.js';
import { CommentService } from './comment.service.js';
import { DocumentCommentController } from './document-comment.controller.js';

@Module({
  imports: [DocumentModule, UserModule],
  controllers: [DocumentCommentController, CommentController],
  providers: [
    CommentService,
    CommentChanges,
    CommentCarrier,
    CommentFinder,
    CommentCleaner,
    CommentRepository,
    CommentEditRepository,
    CommentPlaceRepository,
    CommentRemovalRepository,
  ],
  exports: [CommentService],
})
export class CommentModule {}
