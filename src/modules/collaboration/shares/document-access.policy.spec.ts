import type { Role } from '../../../common/principal/permissions.js';
import { accessOf } from './document-access.policy.js';
import type { ReaderRow } from './document-access.repository.js';

const reader = (role: Role, team_id: string | null, ...permissions: ('view' | 'comment')[]): ReaderRow => ({
  ...{ id: 'user_1', name: 'Ada', role, team_id },
  shares: permissions.map((permission, index) => ({ id: `share_${index}`, permission })),
});
const ours = { access: 'team', team_id: 'team_1' } as const;
const everybodys = { access: 'organization', team_id: null } as const;

describe('accessOf', () => {
  it.each<[Parameters<typeof accessOf>[0], ReaderRow, string, string[]]>([
    [ours, reader('engineer', 'team_1'), 'comment', ['team']],
    [ours, reader('viewer', 'team_1', 'comment'), 'view', ['team', 'share']],
    [ours, reader('engineer', null, 'view'), 'view', ['share']],
    [ours, reader('engineer', 'team_2', 'view', 'comment'), 'comment', ['share', 'share']],
    [ours, reader('admin', 'team_1'), 'comment', ['admin', 'team']],
    [everybodys, reader('engineer', null, 'view'), 'comment', ['organization', 'share']],
    [everybodys, reader('api_user', null), 'view', ['organization']],
  ])('of %j to %j is to %s', (document, row, permission, reasons) => {
    const access = accessOf(document, row);
    expect(access).toMatchObject({ user: { id: 'user_1', name: 'Ada' }, permission });
    expect(access.reasons.map(({ type }) => type)).toEqual(reasons);
  });
});
