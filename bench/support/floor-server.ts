/**
 * The floor: the same SQL statements with the same libraries and nothing else. Fastify, pg and jsonwebtoken (RS256),
 * without framework, session check, validation and log.
 * Environment: HOST, PORT, DATABASE_URL, PUBLIC_KEY (PEM).
 */
import { createPublicKey } from 'node:crypto';
import Fastify, { type FastifyRequest } from 'fastify';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { newId } from '../../src/common/ids/type-id.js';

const { HOST, PORT, DATABASE_URL, PUBLIC_KEY } = process.env;
const COLUMNS = `d.id, d.title, d.document_type, d.aircraft_type, d.document_number, d.ata_chapter, d.access, d.team_id,
  d.created_by, d.row_version, d.created_at, d.updated_at, r.id AS revision_id, r.version, r.revision_date::text,
  r.effectivity, r.status, r.supersedes_id, r.superseded_by_id, r.content_sha256, r.page_count, r.language,
  r.ingestion_state, r.ingestion_error`;
const FROM = 'documents d JOIN document_revisions r ON r.id = d.current_revision_id';
const LIST = `SELECT ${COLUMNS}, (SELECT count(*) FROM documents d WHERE d.organization_id = $1) AS total_count
  FROM ${FROM} WHERE d.organization_id = $1 ORDER BY d.id DESC LIMIT 21`;
const GET = `SELECT ${COLUMNS} FROM ${FROM} WHERE d.organization_id = $1 AND d.id = $2`;
const CREATE = `INSERT INTO chat_sessions (id, organization_id, user_id, copilot_type, title) VALUES ($1, $2, $3, $4, $5) RETURNING *`;

interface Claims {
  sub: string;
  org: string;
}

async function main(): Promise<void> {
  const key = createPublicKey(PUBLIC_KEY!);
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
  const claimsOf = (request: FastifyRequest): Claims =>
    jwt.verify(request.headers.authorization!.slice('Bearer '.length), key, { algorithms: ['RS256'] }) as Claims;
  const fastify = Fastify();

  fastify.get('/ready', () => ({ ready: true }));
  fastify.get('/documents', async (request) => {
    const { org } = claimsOf(request);
    const { rows } = await pool.query<{ total_count: string }>(LIST, [org]);
    return { data: rows.slice(0, 20), total_count: Number(rows[0]?.total_count ?? 0), has_more: rows.length > 20 };
  });
  fastify.get<{ Params: { id: string } }>('/documents/:id', async (request, reply) => {
    const { org } = claimsOf(request);
    const { rows } = await pool.query<object>(GET, [org, request.params.id]);
    return rows[0] ? { data: rows[0] } : reply.status(404).send({});
  });
  fastify.post<{ Body: { copilot_type: string; title: string } }>('/chat/sessions', async (request, reply) => {
    const { org, sub } = claimsOf(request);
    const { copilot_type: copilot, title } = request.body;
    const { rows } = await pool.query<object>(CREATE, [newId('chat_session'), org, sub, copilot, title]);
    return reply.status(201).send({ data: rows[0] });
  });
  await fastify.listen({ host: HOST, port: Number(PORT) });
}

process.once('SIGTERM', () => process.exit(0));
main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
