import { ApiProperty } from '@nestjs/swagger';
import { PERMISSIONS, ROLE_PERMISSIONS, ROLES, type Permission, type Role } from '../../../common/auth/permissions.js';

const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  admin: 'Keeps the organization: people, teams, settings, webhooks, audit, and all documents',
  manager: 'Leads a team: keeps its documents and its people, administrators excepted',
  engineer: 'Works with the documents: reads, searches, asks, comments, shares',
  viewer: 'Reads and searches documents',
  api_user: 'A service account: reads, searches and asks by API key, never by password',
};

const PERMISSION_DESCRIPTIONS: Readonly<Record<Permission, string>> = {
  'document.view': 'Read documents and their pages',
  'document.search': 'Search documents',
  'document.comment': 'Comment on documents',
  'document.share': 'Share documents with users and teams',
  'document.manage': 'Upload, edit, publish and withdraw documents; managers those of their team',
  'chat.use': 'Ask the copilots',
  'user.manage': 'Manage users; managers those of their team, administrators and service accounts excepted',
  'api.access': 'Hold API keys, and let third-party clients act by OAuth',
  'webhook.manage': 'Manage webhooks',
  'audit.view': 'Read the audit trail',
  'system.settings': 'Read and change the settings of the organization',
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

/** Something that a role, or the scope of an API key, allows. */
export class PermissionResponse {
  @ApiProperty({ enum: PERMISSIONS, enumName: 'Permission' })
  permission: Permission;
  description: string;

  static all(): PermissionResponse[] {
    return PERMISSIONS.map((permission) => ({ permission, description: PERMISSION_DESCRIPTIONS[permission] }));
  }
}
