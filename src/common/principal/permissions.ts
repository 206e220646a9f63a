/** The five roles of the spec (part 5). */
export const ROLES = ['admin', 'manager', 'engineer', 'viewer', 'api_user'] as const;
export type Role = (typeof ROLES)[number];

export const PERMISSIONS = [
  'document.view',
  'document.search',
  'document.comment',
  'document.share',
  'document.manage',
  'discrepancy.create',
  'chat.use',
  'assignment.manage',
  'acknowledgement.sign',
  'user.manage',
  'api.access',
  'webhook.manage',
  'audit.view',
  'system.settings',
  'aircraft.manage',
  'directive.manage',
  'directory.manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** For people who grant them: of roles, API keys and OAuth scopes. */
export const PERMISSION_DESCRIPTIONS: Readonly<Record<Permission, string>> = {
  'document.view': 'Read documents and their pages',
  'document.search': 'Search documents',
  'document.comment': 'Comment on documents',
  'document.share': 'Share documents with users and teams',
  'document.manage': 'Upload, edit, publish and withdraw documents; for managers those of their team',
  'discrepancy.create': 'Report discrepancies in documents',
  'chat.use': 'Ask the copilots',
  'assignment.manage': 'Assign revisions to people who must acknowledge them, and follow who has signed',
  'acknowledgement.sign': 'Sign what is assigned to oneself; never with an API key or application',
  'user.manage': 'Manage users; for managers those of their team, except administrators and service accounts',
  'api.access': 'Have API keys, and authorize third-party OAuth clients',
  'webhook.manage': 'Manage webhooks',
  'audit.view': 'Read the audit trail',
  'system.settings': 'Read and change the settings of the organization',
  'aircraft.manage': 'Maintain the register of aircraft',
  'directive.manage':
    'Record directives and bulletins, their status on each aircraft, and the hours and cycles of aircraft',
  'directory.manage':
    'Provision users and groups by SCIM, with an API key of the service account that an identity provider names',
};

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
    'discrepancy.create',
    'chat.use',
    'assignment.manage',
    'acknowledgement.sign',
    'user.manage',
    'api.access',
    'aircraft.manage',
    'directive.manage',
  ],
  engineer: [
    'document.view',
    'document.search',
    'document.comment',
    'document.share',
    'discrepancy.create',
    'chat.use',
    'acknowledgement.sign',
    'api.access',
  ],
  viewer: ['document.view', 'document.search', 'acknowledgement.sign'],
  api_user: ['document.view', 'document.search', 'chat.use', 'api.access'],
};
