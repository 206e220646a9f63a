import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { IfMatch } from '../../common/http/if-match.js';
import { RefusalsRecorded } from '../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Answers, AnswersNothing, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import type { Page } from '../../common/pagination/page.js';
import { InSandbox } from '../../common/sandbox/in-sandbox.decorator.js';
import { CreateUserRequest, ListUsersQuery, UpdateUserRequest } from './dto/user-administration.request.js';
import { UserResponse } from './dto/user.response.js';
import { UserAdministrationService } from './user-administration.service.js';
import { UserStatusService } from './user-status.service.js';

const UserId = (): ParameterDecorator => Param('id', new IdPipe('user'));

@ApiTags('Users')
@Controller('users')
export class UserAdministrationController {
  constructor(
    private readonly users: UserAdministrationService,
    private readonly status: UserStatusService,
  ) {}

  /** Lists the organization's users, newest first. Managers see the members of their team. */
  @Get()
  @Requires('user.manage')
  @AnswersPage(UserResponse)
  async listUsers(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListUsersQuery,
  ): Promise<Page<UserResponse>> {
    return (await this.users.list(principal, query)).map((user) => UserResponse.from(user));
  }

  /**
   * Invites a person by email, or creates a service account (role `api_user`). Managers can invite managers, engineers and viewers into
   * their own team (403 `role_not_allowed`, `other_team`, `no_team`). Creating administrators and granting permissions to service accounts
   * require a session (403 `session_required`).
   */
  @Post()
  @InSandbox('refused')
  @Requires('user.manage', { freshProof: true })
  @RefusalsRecorded('user.invited', 'user')
  @Idempotent()
  @Fails('CONFLICT', 'already_exists', 'idempotency_key_in_use')
  @Answers(HttpStatus.CREATED, UserResponse)
  async createUser(@CurrentPrincipal() principal: Principal, @Body() body: CreateUserRequest): Promise<UserResponse> {
    return UserResponse.from(await this.users.create(principal, body));
  }

  /** Returns a user. */
  @Get(':id')
  @Requires('user.manage')
  @Answers(HttpStatus.OK, UserResponse)
  async getUser(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<UserResponse> {
    return UserResponse.from(await this.users.get(principal, id));
  }

  /**
   * Changes name, role, team or grants. The change applies to the user's next request. Managers can change members of their team except
   * administrators and service accounts (403 `protected_account`). Promoting to administrator requires a session (403 `session_required`).
   * The last active administrator keeps the role (409 `last_admin`).
   */
  @Patch(':id')
  @InSandbox('refused')
  @Requires('user.manage', { freshProof: true })
  @RefusalsRecorded('user.updated', 'user')
  @Fails('CONFLICT', 'last_admin', 'service_account')
  @Answers(HttpStatus.OK, UserResponse)
  async updateUser(
    @CurrentPrincipal() principal: Principal,
    @UserId() id: string,
    @Body() body: UpdateUserRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<UserResponse> {
    return UserResponse.from(await this.users.update(principal, id, body, ifMatch));
  }

  /**
   * Deletes a user permanently, except the last active administrator (409 `last_admin`). Sessions, keys and conversations are deleted.
   * Documents and comments remain and refer to the user by id. The address can be used again.
   */
  @Delete(':id')
  @InSandbox('refused')
  @Requires('user.manage', { freshProof: true })
  @RefusalsRecorded('user.deleted', 'user')
  @Fails('CONFLICT', 'last_admin')
  @AnswersNothing()
  deleteUser(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<void> {
    return this.users.remove(principal, id);
  }

  /**
   * Sends a new invitation and revokes the earlier one. Five an hour for each person (429 `invitations`). 409
   * `illegal_transition` for users who have accepted.
   */
  @Post(':id/resend-invitation')
  @InSandbox('refused')
  @Requires('user.manage')
  @RefusalsRecorded('user.invited', 'user')
  @Fails('CONFLICT', 'illegal_transition')
  @Answers(HttpStatus.OK, UserResponse)
  async resendInvitation(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<UserResponse> {
    return UserResponse.from(await this.status.inviteAgain(principal, id));
  }

  /**
   * Suspends an active user and ends their sessions. Their next request is rejected. 409 `illegal_transition` for invited users (delete
   * them instead) and suspended ones, `last_admin` for the last active administrator.
   */
  @Post(':id/suspend')
  @InSandbox('refused')
  @Requires('user.manage')
  @RefusalsRecorded('user.suspended', 'user')
  @Fails('CONFLICT', 'illegal_transition', 'last_admin')
  @Answers(HttpStatus.OK, UserResponse)
  async suspendUser(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<UserResponse> {
    return UserResponse.from(await this.status.suspend(principal, id));
  }

  /**
   * Reactivates a suspended user. Reactivating an administrator requires a session (403 `session_required`). 409
   * `illegal_transition` for users who are not suspended.
   */
  @Post(':id/reactivate')
  @InSandbox('refused')
  @Requires('user.manage', { freshProof: true })
  @RefusalsRecorded('user.reactivated', 'user')
  @Fails('CONFLICT', 'illegal_transition')
  @Answers(HttpStatus.OK, UserResponse)
  async reactivateUser(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<UserResponse> {
    return UserResponse.from(await this.status.reactivate(principal, id));
  }

  /** Clears failed sign-ins, so the user can sign in immediately. Does nothing without failures. */
  @Post(':id/unlock')
  @InSandbox('refused')
  @Requires('user.manage')
  @RefusalsRecorded('user.unlocked', 'user')
  @Answers(HttpStatus.OK, UserResponse)
  async unlockUser(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<UserResponse> {
    return UserResponse.from(await this.status.unlock(principal, id));
  }

  /**
   * Removes all second factors of a user who has lost access to them. Does nothing without factors. Your own are removed one by one (403
   * `own_account`). Requires a recent step-up, because the password alone then opens the account.
   */
  @Post(':id/reset-mfa')
  @InSandbox('refused')
  @Requires('user.manage', { session: true, freshProof: true })
  @RefusalsRecorded('mfa.reset', 'user')
  @Answers(HttpStatus.OK, UserResponse)
  async resetMfa(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<UserResponse> {
    return UserResponse.from(await this.status.resetMfa(principal, id));
  }
}
