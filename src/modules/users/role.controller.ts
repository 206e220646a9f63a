import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Authenticated } from '../../common/auth/access.decorator.js';
import { AnswersList } from '../../common/openapi/api-response.decorator.js';
import { PermissionResponse, RoleResponse } from './dto/role.response.js';

@ApiTags('Users')
@Controller()
export class RoleController {
  /** Lists all roles with their permissions. */
  @Get('roles')
  @Authenticated({ anyCredential: true })
  @AnswersList(RoleResponse)
  listRoles(): RoleResponse[] {
    return RoleResponse.all();
  }

  /** Lists all permissions. */
  @Get('permissions')
  @Authenticated({ anyCredential: true })
  @AnswersList(PermissionResponse)
  listPermissions(): PermissionResponse[] {
    return PermissionResponse.all();
  }
}
