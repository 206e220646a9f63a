/** The five roles of the spec (part 5). */
export const ROLES = ['admin', 'manager', 'engineer', 'viewer', 'api_user'] as const;
export type Role = (typeof ROLES)[number];

/** Every permission, in the order in which they are listed to people. */
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
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What administrators can grant to a service account beside the rights of its role. */
export const GRANTS = ['document.manage'] as const satisfies readonly Permission[];
export type Grant = (typeof GRANTS)[number];

/** The permission matrix of the spec, refined by the contract (section 2). A manager's document and user rights end at their own team: policies see to that. */
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
