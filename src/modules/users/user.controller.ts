import { Body, Controller, Get, HttpStatus, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Authenticated } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/auth/principal.js';
import { IfMatch } from '../../common/http/if-match.js';
import { Answers } from '../../common/openapi/api-response.decorator.js';
import { UpdateOwnProfileRequest } from './dto/user.request.js';
import { OwnProfileResponse, PermissionsResponse, UserResponse } from './dto/user.response.js';
import { UserService } from './user.service.js';

@ApiTags('Users')
@Controller('users/me')
export class UserController {
  constructor(private readonly users: UserService) {}

  /**
   * The caller's own profile. An OAuth token sees what its scopes cover: `id`, with `profile` who and in which team one is,
   * with `email` the address. An API key sees all but the address, unless a service account's. How somebody signs in is shown
   * in a session alone. `GET /oauth/userinfo` answers the same as OpenID Connect has it.
   */
  @Get()
  @Authenticated({ anyCredential: true, beforeMfa: true })
  @Answers(HttpStatus.OK, OwnProfileResponse)
  async getOwnProfile(@CurrentPrincipal() principal: Principal): Promise<OwnProfileResponse> {
    return OwnProfileResponse.of(await this.users.get(principal.userId), principal);
  }

  /** Changes the caller's own profile. */
  @Patch()
  @Authenticated()
  @Answers(HttpStatus.OK, UserResponse)
  async updateOwnProfile(
    @CurrentPrincipal() principal: Principal,
    @Body() body: UpdateOwnProfileRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<UserResponse> {
    return UserResponse.from(await this.users.updateOwn(principal, body, ifMatch));
  }

  /** What the caller, or the API key or OAuth token in use, may do. An OAuth token sees the role with the scope `profile`. */
  @Get('permissions')
  @Authenticated({ anyCredential: true, beforeMfa: true })
  @Answers(HttpStatus.OK, PermissionsResponse)
  getOwnPermissions(@CurrentPrincipal() principal: Principal): PermissionsResponse {
    return PermissionsResponse.of(principal);
  }
}
