import type { Json } from '../../../support/api/api-client.js';
import { errorOf } from '../../../support/manuals/manual.js';
import type { ShareScene } from '../../../support/scenes/share-scene.js';
import type { SignedIn } from '../../../support/service/test-world.js';

/** `GET /documents/{id}/access`. */
export function describeAccess(scene: ShareScene): void {
  describe('who has access', () => {
    const accessTo = async ({ api }: SignedIn, id: string): Promise<Map<string, Json>> => {
      const readers = await api.listAll(`/documents/${id}/access`, 3);
      return new Map(readers.map((one) => [one.user.id as string, one]));
    };

    it('names everyone who sees it, with all reasons and what they may do', async () => {
      const { world, organization, team, otherTeam, admin, owner, reader, second, document, share } = scene;
      const viewer = await world.signIn({ organization, role: 'viewer', team: otherTeam });
      const suspended = await world.identity.user({ organization, team, status: 'suspended' });
      const [toTeam, toReader] = [await share(owner, otherTeam), await share(owner, reader, { permission: 'comment' })];
      const toSecond = await share(owner, second, { permission: 'comment' });
      const readers = await accessTo(owner, document);
      const by = ({ id: share_id }: Json) => ({ type: 'share', share_id: share_id as string });
      const expected: [SignedIn, string, object[]][] = [
        [admin, 'comment', [{ type: 'admin' }]],
        [owner, 'comment', [{ type: 'team' }]],
        [reader, 'comment', [by(toReader)]],
        [second, 'comment', [by(toTeam), by(toSecond)]],
        [viewer, 'view', [by(toTeam)]],
      ];
      for (const [{ user }, permission, reasons] of expected)
        expect(readers.get(user.id)).toEqual({ user: { id: user.id, name: user.name }, permission, reasons });
      expect(readers.has(suspended.id)).toBe(false);
      expect([...readers.keys()].sort()).toEqual(await seeing());
      expect((await owner.api.get(`/documents/${document}/access`)).body.pagination.total_count).toBe(readers.size);
    });

    /** Active people of the organization by the rule as the contract says it, in the order of their ids. */
    async function seeing(): Promise<string[]> {
      const { world, organization, team, document } = scene;
      const rows = await world.sql.query<{ id: string }>(
        `SELECT u.id FROM users u WHERE u.organization_id = $1 AND u.status = 'active' AND (u.role = 'admin' OR u.team_id = $2
           OR EXISTS (SELECT FROM document_shares s WHERE s.document_id = $3 AND (s.user_id = u.id OR s.team_id = u.team_id)))`,
        [organization.id, team.id, document],
      );
      return rows.map(({ id }) => id).sort();
    }

    it('names the whole organization where the document is everybody’s', async () => {
      const { world, organization, admin, reader, stranger } = scene;
      const open = await world.documents.document(organization);
      const { user } = await world.signIn({ organization, role: 'viewer' });
      const readers = await accessTo(reader, open.id);
      expect(readers.get(user.id)).toMatchObject({ permission: 'view', reasons: [{ type: 'organization' }] });
      expect(readers.get(admin.user.id)?.reasons).toEqual([{ type: 'admin' }, { type: 'organization' }]);
      expect(readers.has(stranger.user.id)).toBe(false);
    });

    it('is hidden from users who see the document by shares alone', async () => {
      const { owner, reader, document, share } = scene;
      await share(owner, reader, { permission: 'comment' });
      const response = await reader.api.get(`/documents/${document}/access`);
      expect(errorOf(response)).toEqual({ status: 403, reason: 'shared_only' });
    });
  });
}
