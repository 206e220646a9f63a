import { ApiProperty } from '@nestjs/swagger';
import {
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

const PERMISSION_DESCRIPTIONS: Readonly<Record<Permission, string>> = {
  'document.view': 'Read documents and their pages',
  'document.search': 'Search documents',
  'document.comment': 'Comment on documents',
  'document.share': 'Share documents with users and teams',
  'document.manage': 'Upload, edit, publish and withdraw documents; for managers those of their team',
  'chat.use': 'Ask the copilots',
  'user.manage': 'Manage users; for managers those of their team, except administrators and service accounts',
  'api.access': 'Have API keys, and authorize third-party OAuth clients',
  'webhook.manage': 'Manage webhooks',
  'audit.view': 'Read the audit trail',
  'system.settings': 'Read and change the settings of the organization',
  'directory.manage':
    'Provision users and groups by SCIM, with an API key of the service account that an identity provider names',
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
