/**
 * What the machine can do: Fastify, pg and jsonwebtoken (HS256) on two tables, without code, schema or SQL of the service.
 * Environment: HOST, PORT, DATABASE_URL, TOKEN_SECRET.
 */
import Fastify, { type FastifyRequest } from 'fastify';
import jwt from 'jsonwebtoken';
import pg from 'pg';

const { HOST, PORT, DATABASE_URL, TOKEN_SECRET } = process.env;
const LIST = { name: 'list', text: 'SELECT id, title, chapter, created_at FROM texts ORDER BY id LIMIT 20' };
const GET = { name: 'get', text: 'SELECT id, title, body, chapter, created_at FROM texts WHERE id = $1' };
const SEARCH = {
  name: 'search',
  text: `SELECT id, title, ts_rank(words, query) AS rank FROM texts, plainto_tsquery('english', $1) query
         WHERE words @@ query ORDER BY rank DESC LIMIT 10`,
};
const REMARK = {
  name: 'remark',
  text: 'INSERT INTO remarks (text_id, author, body) VALUES ($1, $2, $3) RETURNING id, created_at',
};

async function main(): Promise<void> {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
  const caller = (request: FastifyRequest): string => {
    const claims = jwt.verify(request.headers.authorization!.slice('Bearer '.length), TOKEN_SECRET!);
    return (claims as { sub: string }).sub;
  };
  const fastify = Fastify();
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.url !== '/ready') caller(request);
    done();
  });

  fastify.get('/ready', () => ({ ready: true }));
  fastify.get('/texts', async () => (await pool.query<object>(LIST)).rows);
  fastify.get<{ Params: { id: string } }>(
    '/texts/:id',
    async ({ params }) => (await pool.query<object>({ ...GET, values: [params.id] })).rows[0],
  );
  fastify.get<{ Querystring: { q: string } }>(
    '/search',
    async ({ query }) => (await pool.query<object>({ ...SEARCH, values: [query.q] })).rows,
  );
  fastify.post<{ Body: { text_id: string; body: string } }>('/remarks', async (request, reply) => {
    const values = [request.body.text_id, caller(request), request.body.body];
    return reply.status(201).send((await pool.query<object>({ ...REMARK, values })).rows[0]);
  });
  await fastify.listen({ host: HOST, port: Number(PORT) });
}

process.once('SIGTERM', () => process.exit(0));
main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
