import { Module } from '@nestjs/common';
import { UserModule } from '../users/user.module.js';
import { OrganizationPolicies } from './organization-policies.service.js';
import { SettingsController } from './settings.controller.js';
import { SettingsRepository } from './settings.repository.js';
import { SettingsService } from './settings.service.js';

/** What an organization sets for itself; what the installation sets comes from the environment. */
@Module({
  imports: [UserModule],
  controllers: [SettingsController],
  providers: [SettingsService, SettingsRepository, OrganizationPolicies],
  exports: [SettingsService, OrganizationPolicies],
})
export class OrganizationSettingsModule {}
