import { Module } from '@nestjs/common';
import { DocumentModule } from '../../documents/document.module.js';
import { UserModule } from '../../users/user.module.js';
import { CommentAnchoring } from './anchors/comment-anchoring.service.js';
import { AnchorFinder } from './anchors/anchor-finder.service.js';
import { CommentAnchorRepository } from './anchors/comment-anchor.repository.js';
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
    CommentAnchoring,
    AnchorFinder,
    CommentCleaner,
    CommentRepository,
    CommentEditRepository,
    CommentAnchorRepository,
    CommentRemovalRepository,
  ],
  exports: [CommentService, AnchorFinder],
})
export class CommentModule {}
