import { Module } from '@nestjs/common';
import { SettingsController } from './settings.controller.js';
import { SettingsRepository } from './settings.repository.js';
import { SettingsService } from './settings.service.js';

/** What an organization sets for itself; what the installation sets comes from the environment. */
@Module({ controllers: [SettingsController], providers: [SettingsService, SettingsRepository] })
export class OrganizationSettingsModule {}
