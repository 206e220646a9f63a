import { Body, Controller, Get, HttpStatus, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Authenticated } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { IfMatch } from '../../common/http/if-match.js';
import { Answers } from '../../common/openapi/api-response.decorator.js';
import { InSandbox } from '../../common/sandbox/in-sandbox.decorator.js';
import { UpdateOwnProfileRequest } from './dto/user.request.js';
import { OwnProfileResponse, PermissionsResponse, UserResponse } from './dto/user.response.js';
import { UserService } from './user.service.js';

@ApiTags('Users')
@Controller('users/me')
export class UserController {
  constructor(private readonly users: UserService) {}

  /**
   * Returns the caller's profile. An OAuth token sees what its scopes cover: `id`; with `profile` name, role and team; with `email` the
   * address. An API key sees everything except the address, unless it belongs to a service account. Sign-in details are visible in sessions
   * only. `GET /oauth/userinfo` returns the OpenID Connect equivalent.
   */
  @Get()
  @Authenticated({ anyCredential: true, beforeMfa: true })
  @Answers(HttpStatus.OK, OwnProfileResponse)
  async getOwnProfile(@CurrentPrincipal() principal: Principal): Promise<OwnProfileResponse> {
    return OwnProfileResponse.of(await this.users.getProfile(principal.userId), principal);
  }

  /** Changes the caller's profile. */
  @Patch()
  @InSandbox('refused')
  @Authenticated()
  @Answers(HttpStatus.OK, UserResponse)
  async updateOwnProfile(
    @CurrentPrincipal() principal: Principal,
    @Body() body: UpdateOwnProfileRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<UserResponse> {
    return UserResponse.from(await this.users.updateOwn(principal, body, ifMatch));
  }

  /**
   * Returns the permissions of the caller, API key or OAuth token. An OAuth token sees the role with the scope
   * `profile`.
   */
  @Get('permissions')
  @Authenticated({ anyCredential: true, beforeMfa: true })
  @Answers(HttpStatus.OK, PermissionsResponse)
  getOwnPermissions(@CurrentPrincipal() principal: Principal): PermissionsResponse {
    return PermissionsResponse.of(principal);
  }
}
