import { Module } from '@nestjs/common';
import { OpenStreams } from '../../../common/http/open-streams.js';
import type { StreamOptions } from '../../../common/http/stream-options.js';
import { AuthModule } from '../../auth/auth.module.js';
import { DocumentModule } from '../../documents/document.module.js';
import { OAuthModule } from '../../oauth/oauth.module.js';
import { UserModule } from '../../users/user.module.js';
import { DigestSender } from './digest/digest-sender.js';
import { DigestRepository } from './digest/digest.repository.js';
import { NewsHandlers } from './news/news-handlers.js';
import { NewsRepository } from './news/news.repository.js';
import { NotificationMaker } from './news/notification-maker.js';
import { ShareNewsRepository } from './news/share-news.repository.js';
import { TeamTeller } from './news/team-teller.js';
import { NotificationCleaner } from './notification-cleaner.js';
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

/** Tells people what concerns them: in the service, as it comes, and by mail. */
@Module({
  imports: [AuthModule, OAuthModule, DocumentModule, UserModule],
  controllers: [NotificationController, WatchController, PreferencesController, UnsubscribeController],
  providers: [
    NotificationService,
    NotificationRepository,
    NewsRepository,
    NewsHandlers,
    NotificationMaker,
    TeamTeller,
    ShareNewsRepository,
    NotificationCleaner,
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
})
export class NotificationModule {}
