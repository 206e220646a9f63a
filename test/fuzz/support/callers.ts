import type { TestWorld } from '../../support/service/test-world.js';

/** Headers that say who sends. */
export type Credentials = Readonly<Record<string, string>>;

export interface Round {
  callers: Credentials[];
  /** Ids of what is there at first. */
  known: string[];
}

/**
 * An organization with people, keys and documents, and a stranger of another. Each round has new ones, because requests
 * change roles, settings and sessions.
 */
export async function newRound(world: TestWorld): Promise<Round> {
  const { identity, documents, comments } = world;
  const organization = await identity.organization();
  const team = await identity.team(organization);
  const roles = ['admin', 'admin', 'manager', 'engineer', 'viewer'] as const;
  const people = await Promise.all(roles.map((role) => world.signIn({ role, organization, team })));
  const stranger = await world.signIn({ role: 'admin' });
  const [admin] = people;
  if (!admin) throw new Error('nobody signed in');
  const key = await identity.apiKey(admin.user);
  const library = [];
  for (const title of ['Wheels', 'Brakes', 'Landing gear']) {
    library.push(
      await documents.document(organization, { title, pages: ['Torque the axle nut to 270 N·m.', 'Second page.'] }),
    );
  }
  const [first] = library;
  if (!first) throw new Error('no documents');
  const comment = await comments.comment(first, admin.user);
  const { api } = admin;
  const made = [
    await api.post('/aircraft', { registration: 'SE-FUZ', aircraft_type: 'TR46', status: 'retired' }),
    await api.post('/assignments', {
      ...{ document_id: first.id, recipients: [{ type: 'user', id: admin.user.id }], due_at: '2999-01-01T00:00:00Z' },
    }),
    await api.post('/discrepancies', {
      ...{ document_id: first.id, page_number: 1, quote: '270 N·m', kind: 'inaccurate', description: 'Too high.' },
    }),
  ];
  const { body: signed } = await api.get('/acknowledgements');
  return {
    callers: [
      ...people.map(({ accessToken }) => ({ authorization: `Bearer ${accessToken}` })),
      { authorization: `Bearer ${admin.accessToken}` },
      { 'x-api-key': key.key },
      { authorization: `Bearer ${stranger.accessToken}` },
      {},
      { authorization: 'Bearer nonsense' },
      { authorization: `Bearer ${admin.accessToken}`, 'x-api-key': key.key },
    ],
    known: [
      ...people.map(({ user }) => user.id),
      ...library.flatMap(({ id, revisionId }) => [id, revisionId]),
      ...[team.id, key.id, comment.id, organization.id, signed.data[0].id as string],
      ...made.map(({ body }) => body.data.id as string),
    ],
  };
}
