import { Module } from '@nestjs/common';
import { UserModule } from '../users/user.module.js';
import { OrganizationPolicies } from './organization-policies.service.js';
import { SettingsController } from './settings.controller.js';
import { SettingsRepository } from './settings.repository.js';
import { SettingsService } from './settings.service.js';

/** Settings of an organization; those of the installation come from the environment. */
@Module({
  imports: [UserModule],
  controllers: [SettingsController],
  providers: [SettingsService, SettingsRepository, OrganizationPolicies],
  exports: [SettingsService, OrganizationPolicies],
})
export class OrganizationSettingsModule {}
