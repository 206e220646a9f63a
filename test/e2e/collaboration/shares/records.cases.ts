import { randomUUID } from 'node:crypto';
import type { Json } from '../../../support/api/api-client.js';
import { errorOf } from '../../../support/manuals/manual.js';
import { inHours, type ShareScene } from '../../../support/scenes/share-scene.js';

/** Audit events of shares, the limits of their number, and responses to repeated requests. */
export function describeRecords(scene: ShareScene): void {
  it('is in the audit trail with ids alone, and so are refusals', async () => {
    const { world, owner, reader, second, document, share, refusal, trail } = scene;
    const one = await share(owner, reader, { message: 'Between us.' });
    const passedOn = await share(reader, second, { permission: 'view' });
    await owner.api.patch(`/shares/${one.id}`, { expires_at: inHours(1), message: null });
    await refusal(reader, second, { permission: 'comment' });
    await owner.api.delete(`/shares/${one.id}`);
    const ids = [one.id, passedOn.id].sort() as string[];
    expect(await trail('share.created')).toEqual(ids.map((id) => [id, null]));
    expect(await trail('share.updated')).toEqual(ids.map((id) => [id, id === one.id ? null : 'source_changed']));
    expect(await trail('share.deleted')).toEqual(ids.map((id) => [id, id === one.id ? null : 'source_ended']));
    const events = await world.sql.query<Json>(`SELECT * FROM audit_records WHERE target_id = $1`, [document]);
    expect(events.find(({ result }) => result === 'failure')).toMatchObject({
      action: 'share.created',
      reason: 'exceeds_share',
    });
    const created = events.find(
      ({ action, details }) => action === 'share.created' && details.share_id === passedOn.id,
    );
    expect(created).toMatchObject({ actor_id: reader.user.id, details: { granted_by_share_id: one.id } });
    const text = JSON.stringify(events);
    for (const words of ['Between us', reader.user.name, reader.user.email]) expect(text).not.toContain(words);
  });

  it('is one of at most a thousand', async () => {
    const { world, organization, owner, reader, second, document, recipientOf, post, refusal } = scene;
    const columns = `organization_id, document_id, user_id, permission, expires_at`;
    await world.sql.query(
      `INSERT INTO document_shares (id, ${columns}) SELECT 'share_' || gen_random_uuid(), $1, $2, $3, 'view',
         CASE WHEN n > 999 THEN now() END FROM generate_series(1, 1005) n`,
      [organization.id, document, reader.user.id],
    );
    const two = { recipients: [reader, second].map(recipientOf) };
    expect(errorOf(await post(owner, two))).toEqual({ status: 409, reason: 'too_many_shares' });
    expect((await post(owner, { recipients: [recipientOf(second)] })).status).toBe(201);
    expect(await refusal(owner, second)).toEqual({ status: 409, reason: 'too_many_shares' });
  });

  it('honours Idempotency-Key, with the shares as they are now, as long as all are there for the caller', async () => {
    const { otherTeam, owner, reader, second, document, recipientOf, share } = scene;
    const source = await share(owner, reader);
    const recipients = [second, otherTeam].map(recipientOf);
    const sender = (headers = { 'idempotency-key': randomUUID() }) => ({
      send: () => reader.api.post(`/documents/${document}/shares`, { recipients }, headers),
    });
    const [early, late] = [sender(), sender()];
    const [first, again] = [await early.send(), await early.send()];
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body.data).toEqual(first.body.data);
    const [one, other] = first.body.data as Json[];
    const cut = { message: 'See page 2.', expires_at: inHours(1) };
    expect((await reader.api.patch(`/shares/${one!.id}`, cut)).status).toBe(200);
    expect((await early.send()).body.data).toEqual([{ ...one, ...cut }, other]);
    const isGone = async ({ send }: typeof early): Promise<void> => {
      const { status, headers, text } = await send();
      expect([status, headers.get('idempotent-replayed')]).toEqual([404, null]);
      expect(text).not.toContain(second.user.name);
    };
    await late.send();
    await reader.api.delete(`/shares/${other!.id}`);
    await isGone(early);
    expect((await late.send()).status).toBe(201);
    await owner.api.delete(`/shares/${source.id}`);
    await isGone(late);
  });
}
