import { PERMISSIONS, ROLE_PERMISSIONS, ROLES } from './permissions.js';
import { effectivePermissions, listPermissions } from './principal.js';

describe('permissions', () => {
  const engineer = { role: 'engineer', grants: [] } as const;

  it('are listed once each, for every role in the same order', () => {
    expect(new Set(PERMISSIONS).size).toBe(PERMISSIONS.length);
    for (const role of ROLES) expect(listPermissions(new Set(ROLE_PERMISSIONS[role]))).toEqual(ROLE_PERMISSIONS[role]);
  });

  it('are all the administrator’s', () => {
    expect(ROLE_PERMISSIONS.admin).toEqual(PERMISSIONS);
  });

  it('are what a service account was granted, too', () => {
    const importer = { role: 'api_user', grants: ['document.manage'] } as const;
    expect([...effectivePermissions(importer)]).toEqual([
      'document.view',
      'document.search',
      'document.manage',
      'chat.use',
      'api.access',
    ]);
    expect([...effectivePermissions(importer, ['document.manage', 'user.manage'])]).toEqual(['document.manage']);
  });

  it('of a key are those that both role and scopes give', () => {
    expect(listPermissions(effectivePermissions(engineer, ['user.manage', 'chat.use', 'nonsense']))).toEqual([
      'chat.use',
    ]);
    expect(listPermissions(effectivePermissions(engineer, []))).toEqual([]);
    expect(listPermissions(effectivePermissions({ role: 'viewer', grants: [] }))).toEqual([
      'document.view',
      'document.search',
      'acknowledgement.sign',
    ]);
  });
});
