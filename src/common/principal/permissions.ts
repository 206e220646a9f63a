/** The five roles of the spec (part 5). */
export const ROLES = ['admin', 'manager', 'engineer', 'viewer', 'api_user'] as const;
export type Role = (typeof ROLES)[number];

export const PERMISSIONS = [
  'document.view',
  'document.search',
  'document.comment',
  'document.share',
  'document.manage',
  'chat.use',
  'user.manage',
  'api.access',
  'webhook.manage',
  'audit.view',
  'system.settings',
  'directory.manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Permissions that administrators can grant to service accounts in addition to their role. */
export const GRANTS = ['document.manage', 'directory.manage'] as const satisfies readonly Permission[];
export type Grant = (typeof GRANTS)[number];

/** The permission matrix of the spec, refined by the contract (section 2). Policies restrict managers to their own team. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  admin: PERMISSIONS,
  manager: [
    'document.view',
    'document.search',
    'document.comment',
    'document.share',
    'document.manage',
    'chat.use',
    'user.manage',
    'api.access',
  ],
  engineer: ['document.view', 'document.search', 'document.comment', 'document.share', 'chat.use', 'api.access'],
  viewer: ['document.view', 'document.search'],
  api_user: ['document.view', 'document.search', 'chat.use', 'api.access'],
};
