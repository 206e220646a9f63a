import { Module } from '@nestjs/common';
import { CommentModule } from './comments/comment.module.js';
import { DiscrepancyModule } from './discrepancies/discrepancy.module.js';
import { NotificationModule } from './notifications/notification.module.js';
import { ShareModule } from './shares/share.module.js';

@Module({ imports: [ShareModule, CommentModule, DiscrepancyModule, NotificationModule] })
export class CollaborationModule {}
