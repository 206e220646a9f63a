import { Module } from '@nestjs/common';
import { OpenStreams } from '../../../common/streams/open-streams.js';
import type { StreamOptions } from '../../../common/streams/stream-options.js';
import { AuthModule } from '../../auth/auth.module.js';
import { DocumentModule } from '../../documents/document.module.js';
import { OAuthModule } from '../../oauth/oauth.module.js';
import { UserModule } from '../../users/user.module.js';
import { DigestSender } from './digest/digest-sender.js';
import { DigestRepository } from './digest/digest.repository.js';
import { NotificationEventHandlers } from './notifier/notification-event-handlers.js';
import { NotifierRepository } from './notifier/notifier.repository.js';
import { RevisionNotices } from './notifier/revision-notices.service.js';
import { Notifier } from './notifier/notifier.js';
import { TeamShareNotificationRepository } from './notifier/team-share-notification.repository.js';
import { TeamShareNotifier } from './notifier/team-share-notifier.js';
import { NotificationController } from './notification.controller.js';
import { NotificationRepository } from './notification.repository.js';
import { NotificationService } from './notification.service.js';
import { PreferencesController } from './preferences/preferences.controller.js';
import { PreferencesRepository } from './preferences/preferences.repository.js';
import { PreferencesService } from './preferences/preferences.service.js';
import { NotificationStream } from './stream/notification-stream.service.js';
import { NOTIFICATION_STREAM_OPTIONS } from './stream/notification-stream-options.js';
import { UnsubscribeController } from './unsubscribe/unsubscribe.controller.js';
import { UnsubscribeService } from './unsubscribe/unsubscribe.service.js';
import { WatchController } from './watches/watch.controller.js';
import { WatchRepository } from './watches/watch.repository.js';
import { WatchService } from './watches/watch.service.js';

/** Notifies users in the app, by event stream and by mail. */
@Module({
  imports: [AuthModule, OAuthModule, DocumentModule, UserModule],
  controllers: [NotificationController, WatchController, PreferencesController, UnsubscribeController],
  providers: [
    NotificationService,
    NotificationRepository,
    NotifierRepository,
    NotificationEventHandlers,
    Notifier,
    RevisionNotices,
    TeamShareNotifier,
    TeamShareNotificationRepository,
    NotificationStream,
    {
      provide: OpenStreams,
      useFactory: ({ per_user }: StreamOptions) => new OpenStreams(per_user, 'notifications'),
      inject: [NOTIFICATION_STREAM_OPTIONS],
    },
    WatchService,
    WatchRepository,
    PreferencesService,
    PreferencesRepository,
    DigestSender,
    DigestRepository,
    UnsubscribeService,
  ],
  exports: [RevisionNotices],
})
export class NotificationModule {}
