import { Module } from '@nestjs/common';
import { StorageRecorder } from './storage-recorder.js';
import { UsageController } from './usage.controller.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

/** Usage of organizations; meters in the integrations count it. */
@Module({ controllers: [UsageController], providers: [UsageService, UsageRepository, StorageRecorder] })
export class UsageModule {}
