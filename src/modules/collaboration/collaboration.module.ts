import { Module } from '@nestjs/common';
import { CommentModule } from './comments/comment.module.js';
import { NotificationModule } from './notifications/notification.module.js';
import { ShareModule } from './shares/share.module.js';

@Module({ imports: [ShareModule, CommentModule, NotificationModule] })
export class CollaborationModule {}
