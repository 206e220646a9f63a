import { Body, Controller, Get, HttpStatus, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Authenticated } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import { listPermissions, type Principal } from '../../common/auth/principal.js';
import { IfMatch } from '../../common/http/if-match.js';
import { Answers } from '../../common/openapi/api-response.decorator.js';
import { UpdateOwnProfileRequest } from './dto/user.request.js';
import { PermissionsResponse, UserResponse } from './dto/user.response.js';
import { UserService } from './user.service.js';

@ApiTags('Users')
@Controller('users/me')
export class UserController {
  constructor(private readonly users: UserService) {}

  /** The caller's own profile. */
  @Get()
  @Authenticated({ beforeMfa: true })
  @Answers(HttpStatus.OK, UserResponse)
  async getOwnProfile(@CurrentPrincipal() principal: Principal): Promise<UserResponse> {
    return UserResponse.from(await this.users.get(principal.userId));
  }

  /** Changes the caller's own profile. */
  @Patch()
  @Authenticated({ session: true })
  @Answers(HttpStatus.OK, UserResponse)
  async updateOwnProfile(
    @CurrentPrincipal() principal: Principal,
    @Body() body: UpdateOwnProfileRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<UserResponse> {
    return UserResponse.from(await this.users.updateOwn(principal, body, ifMatch));
  }

  /** The caller's role and what it, or the API key in use, may do. */
  @Get('permissions')
  @Authenticated({ beforeMfa: true })
  @Answers(HttpStatus.OK, PermissionsResponse)
  getOwnPermissions(@CurrentPrincipal() principal: Principal): PermissionsResponse {
    return { role: principal.role, permissions: listPermissions(principal.permissions) };
  }
}
