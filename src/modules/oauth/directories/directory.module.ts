import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { UserModule } from '../../users/user.module.js';
import { IdentityProviderModule } from '../identity-providers/identity-provider.module.js';
import { DirectoryController } from './directory.controller.js';
import { DirectoryPlacement } from './directory-placement.service.js';
import { DirectoryRepository } from './directory.repository.js';
import { DirectoryService } from './directory.service.js';
import { ScimBulk } from './scim/scim-bulk.service.js';
import { ScimDiscoveryController, ScimGroupController, ScimUserController } from './scim/scim.controller.js';
import { ScimGroupRepository } from './scim/scim-group.repository.js';
import { ScimGroups } from './scim/scim-groups.service.js';
import { ScimUserRepository } from './scim/scim-user.repository.js';
import { ScimUsers } from './scim/scim-users.service.js';

@Module({
  imports: [UserModule, AuthModule, IdentityProviderModule],
  controllers: [DirectoryController, ScimUserController, ScimGroupController, ScimDiscoveryController],
  providers: [
    DirectoryService,
    DirectoryRepository,
    DirectoryPlacement,
    ScimUsers,
    ScimUserRepository,
    ScimGroups,
    ScimGroupRepository,
    ScimBulk,
  ],
})
export class DirectoryModule {}
