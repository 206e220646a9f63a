import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../api/api-client.js';
import { errorOf } from '../manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../service/test-world.js';

/** As a timestamp of the API. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** People of an organization, and a document of one of its teams that some of them share with others. */
export class ShareScene {
  world: TestWorld;
  organization: TestOrganization;
  /** The document's. */
  team: TestTeam;
  otherTeam: TestTeam;
  admin: SignedIn;
  /** Of the document's team. */
  owner: SignedIn;
  /** An administrator of another organization. */
  stranger: SignedIn;
  /** Without a team; a new user before each test. */
  reader: SignedIn;
  /** In the other team; a new user before each test. */
  second: SignedIn;
  /** Has two pages; a new document before each test. */
  document: string;

  async start(): Promise<void> {
    const world = (this.world = await startWorld({ shared: true }));
    const organization = (this.organization = await world.identity.organization());
    [this.team, this.otherTeam] = [await world.identity.team(organization), await world.identity.team(organization)];
    this.admin = await world.signIn({ organization, role: 'admin' });
    this.owner = await this.engineer(this.team);
    this.stranger = await world.signIn({ role: 'admin' });
  }

  async renew(): Promise<void> {
    const { world, organization, team } = this;
    this.document = (await world.documents.document(organization, { team, pages: ['One.', 'Two.'] })).id;
    [this.reader, this.second] = [await this.engineer(), await this.engineer(this.otherTeam)];
  }

  readonly engineer = (team: TestTeam | null = null): Promise<SignedIn> =>
    this.world.signIn({ organization: this.organization, role: 'engineer', team });

  readonly recipientOf = (to: SignedIn | TestTeam): { type: string; id: string } =>
    'user' in to ? { type: 'user', id: to.user.id } : { type: 'team', id: to.id };

  /** Shares the document as the body says. */
  readonly post = (from: SignedIn, body: object): Promise<ApiResponse> =>
    from.api.post(`/documents/${this.document}/shares`, body);

  /** Shares the document; answers the share. */
  readonly share = async (from: SignedIn, to: SignedIn | TestTeam, terms: object = {}): Promise<Json> => {
    const { status, body, text } = await this.post(from, { recipients: [this.recipientOf(to)], ...terms });
    if (status !== 201) throw new Error(text);
    return body.data[0];
  };

  /** What refuses to share the document. */
  readonly refusal = async (from: SignedIn, to: SignedIn | TestTeam, terms: object = {}) =>
    errorOf(await this.post(from, { recipients: [this.recipientOf(to)], ...terms }));

  /** Share and reason of each event about the document in the audit trail, in the order of the shares' ids. */
  readonly trail = async (action: string): Promise<(string | null)[][]> => {
    const rows = await this.world.sql.query<{ share: string; reason: string | null }>(
      `SELECT details->>'share_id' AS share, reason FROM audit_records
       WHERE target_id = $1 AND action = $2 AND result = 'success' ORDER BY 1`,
      [this.document, action],
    );
    return rows.map(({ share, reason }) => [share, reason]);
  };
}
