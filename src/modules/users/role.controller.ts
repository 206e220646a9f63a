import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Authenticated } from '../../common/auth/access.decorator.js';
import { AnswersList } from '../../common/openapi/api-response.decorator.js';
import { PermissionResponse, RoleResponse } from './dto/role.response.js';

@ApiTags('Users')
@Controller()
export class RoleController {
  /** All roles with what they allow. */
  @Get('roles')
  @Authenticated({ anyCredential: true })
  @AnswersList(RoleResponse)
  listRoles(): RoleResponse[] {
    return RoleResponse.all();
  }

  /** All permissions there are. */
  @Get('permissions')
  @Authenticated({ anyCredential: true })
  @AnswersList(PermissionResponse)
  listPermissions(): PermissionResponse[] {
    return PermissionResponse.all();
  }
}
