import { ApiProperty } from '@nestjs/swagger';
import {
  PERMISSION_DESCRIPTIONS,
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  type Permission,
  type Role,
} from '../../../common/principal/permissions.js';

const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  admin: 'Administers the organization: users, teams, settings, webhooks, audit trail and all documents',
  manager: 'Manages the documents and the users of a team, except administrators',
  engineer: 'Reads, searches, comments on and shares documents, and asks the copilots',
  viewer: 'Reads and searches documents',
  api_user: 'A service account, which reads, searches and asks with API keys and has no password',
};

/** A role that users can have. */
export class RoleResponse {
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  role: Role;
  description: string;
  @ApiProperty({ enum: PERMISSIONS, enumName: 'Permission', isArray: true })
  permissions: readonly Permission[];

  static all(): RoleResponse[] {
    return ROLES.map((role) => ({
      role,
      description: ROLE_DESCRIPTIONS[role],
      permissions: ROLE_PERMISSIONS[role],
    }));
  }
}

/** A permission of roles and API key scopes. */
export class PermissionResponse {
  @ApiProperty({ enum: PERMISSIONS, enumName: 'Permission' })
  permission: Permission;
  description: string;

  static all(): PermissionResponse[] {
    return PERMISSIONS.map((permission) => ({ permission, description: PERMISSION_DESCRIPTIONS[permission] }));
  }
}
