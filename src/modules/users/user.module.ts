import { Module } from '@nestjs/common';
import { AccountStatus } from './account-status.service.js';
import { ManagedUsers } from './managed-users.js';
import { OrganizationChanges } from './organization-changes.service.js';
import { OrganizationEnd } from './organization-end.service.js';
import { RoleController } from './role.controller.js';
import { TeamController } from './teams/team.controller.js';
import { TeamRepository } from './teams/team.repository.js';
import { TeamService } from './teams/team.service.js';
import { UserAdministrationController } from './user-administration.controller.js';
import { UserAdministrationService } from './user-administration.service.js';
import { UserController } from './user.controller.js';
import { UserProvisioning } from './user-provisioning.service.js';
import { UserRepository } from './user.repository.js';
import { UserService } from './user.service.js';
import { UserStatusService } from './user-status.service.js';

@Module({
  controllers: [UserController, UserAdministrationController, TeamController, RoleController],
  providers: [
    UserService,
    UserAdministrationService,
    UserStatusService,
    OrganizationChanges,
    OrganizationEnd,
    ManagedUsers,
    AccountStatus,
    UserProvisioning,
    TeamService,
    UserRepository,
    TeamRepository,
  ],
  exports: [UserService, OrganizationChanges, OrganizationEnd, UserProvisioning],
})
export class UserModule {}
