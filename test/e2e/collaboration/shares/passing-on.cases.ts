import type { Json } from '../../../support/api/api-client.js';
import { errorOf } from '../../../support/manuals/manual.js';
import { inHours, type ShareScene } from '../../../support/scenes/share-scene.js';
import type { SignedIn } from '../../../support/service/test-world.js';

/** What shares that rest on others allow, and when they end. */
export function describePassingOn(scene: ShareScene): void {
  it('passed on allows no more than one of the shares by which the sharer sees the document', async () => {
    const { admin, owner, reader, second, share, refusal } = scene;
    const exceeds = { status: 403, reason: 'exceeds_share' };
    await share(owner, reader, { expires_at: inHours(9) });
    const ending = await share(owner, reader, { permission: 'comment', expires_at: inHours(2) });
    // Each of the two alone allows a part of it.
    const tooMuch = { permission: 'comment', expires_at: inHours(8) };
    expect(await refusal(reader, second, tooMuch)).toEqual(exceeds);
    for (const expires_at of [inHours(10), null])
      expect(await refusal(reader, second, { expires_at })).toEqual(exceeds);
    expect((await share(reader, second, { expires_at: inHours(8) })).permission).toBe('view');
    const passedOn = await share(reader, second, { permission: 'comment' });
    expect(passedOn.expires_at).toBe(ending.expires_at);
    const patch = (from: SignedIn, body: object) => from.api.patch(`/shares/${passedOn.id}`, body);
    for (const from of [reader, admin])
      for (const body of [{ expires_at: null }, { expires_at: inHours(3) }])
        expect(errorOf(await patch(from, body))).toEqual(exceeds);
    expect((await patch(reader, { permission: 'view', expires_at: inHours(1) })).status).toBe(200);
    expect((await patch(reader, { permission: 'comment' })).status).toBe(200);
  });

  it('is not widened by a giver who sees the document by a share alone by now', async () => {
    const { team, admin, owner, reader, engineer, share } = scene;
    const giver = await engineer(team);
    const one = await share(giver, reader, { expires_at: inHours(2) });
    await share(owner, giver);
    expect((await admin.api.patch(`/users/${giver.user.id}`, { team_id: null })).status).toBe(200);
    const widened = await giver.api.patch(`/shares/${one.id}`, { permission: 'comment' });
    expect(errorOf(widened)).toEqual({ status: 403, reason: 'exceeds_share' });
    expect((await giver.api.patch(`/shares/${one.id}`, { expires_at: inHours(1) })).status).toBe(200);
  });

  it('stays when its giver, who gave it of their own right, sees the document no more', async () => {
    const { team, admin, reader, document, engineer, share } = scene;
    const giver = await engineer(team);
    const one = await share(giver, reader);
    await admin.api.patch(`/users/${giver.user.id}`, { team_id: null });
    expect((await giver.api.get(`/shares/${one.id}`)).status).toBe(404);
    expect((await reader.api.get(`/documents/${document}`)).status).toBe(200);
    await admin.api.delete(`/users/${giver.user.id}`);
    expect((await reader.api.get(`/shares/${one.id}`)).body.data.shared_by).toBe(giver.user.id);
  });

  it('that is cut cuts all that was passed on by its right', async () => {
    const { owner, reader, second, engineer, share } = scene;
    const third = await engineer();
    const source = await share(owner, reader, { permission: 'comment' });
    const child = await share(reader, second, { permission: 'comment' });
    const early = inHours(1);
    const grandchild = await share(second, third, { permission: 'comment', expires_at: early });
    const now = async (one: Json) => {
      const { permission, expires_at } = (await owner.api.get(`/shares/${one.id}`)).body.data;
      return [permission, expires_at] as unknown[];
    };
    const late = inHours(3);
    await owner.api.patch(`/shares/${source.id}`, { expires_at: late });
    expect([await now(child), await now(grandchild)]).toEqual([
      ['comment', late],
      ['comment', early],
    ]);
    await owner.api.patch(`/shares/${source.id}`, { permission: 'view' });
    expect([await now(child), await now(grandchild)]).toEqual([
      ['view', late],
      ['view', early],
    ]);
    // What is lifted again comes back to nobody by itself.
    await owner.api.patch(`/shares/${source.id}`, { permission: 'comment', expires_at: null });
    expect(await now(child)).toEqual(['view', late]);
  });

  it('is never passed on by the right of a share that ends at that moment', async () => {
    const { world, otherTeam, admin, owner, reader, second, engineer, recipientOf, post, share } = scene;
    for (let round = 0; round < 12; round += 1) {
      const source = await share(owner, reader);
      await Promise.all([
        owner.api.delete(`/shares/${source.id}`),
        post(reader, { recipients: [recipientOf(second)] }),
      ]);
    }
    const member = await engineer(otherTeam);
    await share(owner, otherTeam);
    for (let round = 0; round < 6; round += 1) {
      const move = (team_id: string | null) => admin.api.patch(`/users/${member.user.id}`, { team_id });
      await Promise.all([move(null), post(member, { recipients: [recipientOf(reader)] })]);
      expect(await world.sql.query(`SELECT 1 FROM document_shares WHERE shared_by = $1`, [member.user.id])).toEqual([]);
      await move(otherTeam.id);
    }
    const rows = await world.sql.query(`SELECT 1 FROM document_shares WHERE shared_by = $1`, [reader.user.id]);
    expect(rows).toEqual([]);
  });

  it('with a team ends with the team, and with what its members passed on', async () => {
    const { world, organization, admin, owner, reader, engineer, share, trail } = scene;
    const doomed = await world.identity.team(organization);
    const member = await engineer(doomed);
    const source = await share(owner, doomed);
    const passedOn = await share(member, reader);
    expect((await admin.api.delete(`/teams/${doomed.id}`)).status).toBe(204);
    for (const one of [source, passedOn]) expect((await owner.api.get(`/shares/${one.id}`)).status).toBe(404);
    expect(await trail('share.deleted')).toEqual(
      [
        [source.id, 'team_deleted'],
        [passedOn.id, 'source_ended'],
      ].sort(),
    );
  });
}
