import { Module } from '@nestjs/common';
import { CommentModule } from './comments/comment.module.js';
import { NotificationModule } from './notifications/notification.module.js';
import { ShareModule } from './shares/share.module.js';

/** What people do together on documents: they share them, comment on their pages and are told of it. */
@Module({ imports: [ShareModule, CommentModule, NotificationModule] })
export class CollaborationModule {}
