import { canChangeShare, canEndShare, canSeeShare, covers, sourceOf, type Terms } from './share.policy.js';
import type { Share } from './share.repository.js';

const [SOON, LATER] = [new Date('2030-01-01'), new Date('2031-01-01')];
const terms = (permission: Terms['permission'], expires_at: Date | null): Terms => ({ permission, expires_at });
const share = (id: string, more: Partial<Share> = {}): Share =>
  ({ id, user_id: 'user_to', team_id: null, shared_by: 'user_by', ...terms('view', null), ...more }) as Share;

describe('covers', () => {
  it.each<[Terms, Terms, boolean]>([
    [terms('view', null), terms('view', null), true],
    [terms('comment', null), terms('view', SOON), true],
    [terms('comment', SOON), terms('comment', SOON), true],
    [terms('view', null), terms('comment', SOON), false],
    [terms('comment', SOON), terms('view', LATER), false],
    [terms('comment', SOON), terms('view', null), false],
  ])('%j, asked for %j: %s', (own, asked, expected) => expect(covers(own, asked)).toBe(expected));
});

describe('sourceOf', () => {
  const ending = share('share_ending', terms('comment', SOON));
  const longer = share('share_longer', terms('view', LATER));
  const endless = share('share_endless', terms('view', null));

  it.each<[string, Share[], Parameters<typeof sourceOf>[1], Share | null]>([
    ['nothing', [], { permission: 'view' }, null],
    ['the longest of several', [ending, longer], { permission: 'view' }, longer],
    ['one without end', [ending, endless, longer], { permission: 'view', expires_at: null }, endless],
    ['none when all end and none is asked for', [ending, longer], { permission: 'view', expires_at: null }, null],
    ['the one that allows comments', [endless, ending], { permission: 'comment' }, ending],
    ['none when each allows a part', [endless, ending], { permission: 'comment', expires_at: LATER }, null],
    ['none when all end before', [ending, longer], { permission: 'view', expires_at: new Date('2032-01-01') }, null],
  ])('is %s', (_, shares, asked, expected) => expect(sourceOf(shares, asked)).toBe(expected));
});

describe('whose a share is', () => {
  const caller = (userId: string, teamId: string | null = null, role: 'engineer' | 'admin' = 'engineer') => ({
    ...{ userId, teamId, role },
  });
  const toUser = share('share_1');
  const toTeam = share('share_2', { user_id: null, team_id: 'team_to' });
  const nobodys = share('share_3', { shared_by: null });

  it('to see: giver, recipient, and all to whom the document is open', () => {
    expect(canSeeShare(caller('user_by'), toUser, [])).toBe(true);
    expect(canSeeShare(caller('user_to'), toUser, [])).toBe(true);
    expect(canSeeShare(caller('user_x', 'team_to'), toTeam, [])).toBe(true);
    expect(canSeeShare(caller('user_x', 'team_x'), toUser, 'open')).toBe(true);
    // Without a team one is not in the team of a share that has none.
    expect(canSeeShare(caller('user_x'), toUser, [])).toBe(false);
    expect(canSeeShare(caller('user_x', 'team_x'), toTeam, [])).toBe(false);
  });

  it('to change and end: giver, administrators, who manages the document; to end, the recipient in person', () => {
    for (const [who, manages] of [
      [caller('user_by'), false],
      [caller('user_x', null, 'admin'), false],
      [caller('user_x'), true],
    ] as const)
      expect([canChangeShare(who, toTeam, manages), canEndShare(who, toTeam, manages)]).toEqual([true, true]);
    expect([canChangeShare(caller('user_to'), toUser, false), canEndShare(caller('user_to'), toUser, false)]).toEqual([
      false,
      true,
    ]);
    expect(canEndShare(caller('user_x', 'team_to'), toTeam, false)).toBe(false);
    expect(canChangeShare(caller('user_x'), nobodys, false)).toBe(false);
  });
});
