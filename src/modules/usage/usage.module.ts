import { Module } from '@nestjs/common';
import { UserModule } from '../users/user.module.js';
import { DeprecationNotices } from './deprecations/deprecation-notices.js';
import { DeprecationController } from './deprecations/deprecation.controller.js';
import { DeprecationRepository } from './deprecations/deprecation.repository.js';
import { StorageRecorder } from './storage-recorder.js';
import { UsageController } from './usage.controller.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

/** Usage of organizations; meters in the integrations count it. */
@Module({
  imports: [UserModule],
  controllers: [UsageController, DeprecationController],
  providers: [UsageService, UsageRepository, StorageRecorder, DeprecationRepository, DeprecationNotices],
})
export class UsageModule {}
