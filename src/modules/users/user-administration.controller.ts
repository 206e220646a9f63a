import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/auth/principal.js';
import { IfMatch } from '../../common/http/if-match.js';
import { RefusalsRecorded } from '../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Answers, AnswersNothing, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import type { Page } from '../../common/pagination/page.js';
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

  /** Users of the organization, newest first; managers get the members of their team. */
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
   * Invites a person by e-mail, or makes a service account (role `api_user`). Managers invite managers, engineers and
   * viewers into their own team (403 `role_not_allowed`, `other_team`, `no_team`). Making an administrator, and granting a
   * service account anything, needs a session (403 `session_required`).
   */
  @Post()
  @Requires('user.manage', { freshProof: true })
  @RefusalsRecorded('user.invited', 'user')
  @Idempotent()
  @Fails('CONFLICT', 'already_exists', 'idempotency_key_in_use')
  @Answers(HttpStatus.CREATED, UserResponse)
  async createUser(@CurrentPrincipal() principal: Principal, @Body() body: CreateUserRequest): Promise<UserResponse> {
    return UserResponse.from(await this.users.create(principal, body));
  }

  /** One user. */
  @Get(':id')
  @Requires('user.manage')
  @Answers(HttpStatus.OK, UserResponse)
  async getUser(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<UserResponse> {
    return UserResponse.from(await this.users.get(principal, id));
  }

  /**
   * Changes name, role, team or grants, from the user's next request on. Managers do so with the people of their team,
   * administrators and service accounts excepted (403 `protected_account`). Making an administrator needs a session (403
   * `session_required`). The last active administrator stays one (409 `last_admin`).
   */
  @Patch(':id')
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
   * Removes a user for good, except the last active administrator (409 `last_admin`). Sessions, keys and conversations
   * go; what they filed or wrote stays and names them by id. The address may be used again.
   */
  @Delete(':id')
  @Requires('user.manage', { freshProof: true })
  @RefusalsRecorded('user.deleted', 'user')
  @Fails('CONFLICT', 'last_admin')
  @AnswersNothing()
  deleteUser(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<void> {
    return this.users.remove(principal, id);
  }

  /**
   * Sends an invited person another invitation; the earlier one is void. Five an hour for each person (429 `invitations`).
   * 409 `illegal_transition` for anybody who has accepted.
   */
  @Post(':id/resend-invitation')
  @Requires('user.manage')
  @RefusalsRecorded('user.invited', 'user')
  @Fails('CONFLICT', 'illegal_transition')
  @Answers(HttpStatus.OK, UserResponse)
  async resendInvitation(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<UserResponse> {
    return UserResponse.from(await this.status.inviteAgain(principal, id));
  }

  /**
   * Locks an active user out from their next request on; sessions end. 409 `illegal_transition` for one who is invited
   * (remove them instead) or suspended already, `last_admin` for the last active administrator.
   */
  @Post(':id/suspend')
  @Requires('user.manage')
  @RefusalsRecorded('user.suspended', 'user')
  @Fails('CONFLICT', 'illegal_transition', 'last_admin')
  @Answers(HttpStatus.OK, UserResponse)
  async suspendUser(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<UserResponse> {
    return UserResponse.from(await this.status.suspend(principal, id));
  }

  /**
   * Lets a suspended user in again, an administrator in a session only (403 `session_required`). 409 `illegal_transition` for
   * any other.
   */
  @Post(':id/reactivate')
  @Requires('user.manage', { freshProof: true })
  @RefusalsRecorded('user.reactivated', 'user')
  @Fails('CONFLICT', 'illegal_transition')
  @Answers(HttpStatus.OK, UserResponse)
  async reactivateUser(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<UserResponse> {
    return UserResponse.from(await this.status.reactivate(principal, id));
  }

  /** Forgets failed sign-ins, so that the user can sign in at once; does nothing when there were none. */
  @Post(':id/unlock')
  @Requires('user.manage')
  @RefusalsRecorded('user.unlocked', 'user')
  @Answers(HttpStatus.OK, UserResponse)
  async unlockUser(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<UserResponse> {
    return UserResponse.from(await this.status.unlock(principal, id));
  }

  /**
   * Takes all second factors from a user who cannot use them any more; does nothing when there are none. One's own are
   * removed one by one (403 `own_account`). It opens an account to its password alone, and so asks for a fresh proof.
   */
  @Post(':id/reset-mfa')
  @Requires('user.manage', { session: true, freshProof: true })
  @RefusalsRecorded('mfa.reset', 'user')
  @Answers(HttpStatus.OK, UserResponse)
  async resetMfa(@CurrentPrincipal() principal: Principal, @UserId() id: string): Promise<UserResponse> {
    return UserResponse.from(await this.status.resetMfa(principal, id));
  }
}
