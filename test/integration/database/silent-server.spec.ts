import net from 'node:net';
import type { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

/** Longer than a statement may take, and than is waited for its answer. */
const LONG_SECONDS = 6;
const OPTIONS = { waitMs: 3_000, lockMs: 500, statementMs: 500, slowQueryMs: 0, isMeasured: false };

/** Proxy in front of PostgreSQL that can fall silent like a machine without power, which closes no connection. */
class Line {
  private readonly sockets = new Set<net.Socket>();
  private isSilent = false;
  /** Bytes received while silent. */
  heard = '';
  private readonly server: net.Server;

  constructor({ hostname, port }: URL) {
    this.server = net.createServer((near) => {
      const far = net.connect(Number(port), hostname);
      this.forward(near, far);
      this.forward(far, near);
    });
  }

  /** Answers the port. */
  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as net.AddressInfo).port;
  }

  fallSilent(isSilent: boolean): void {
    this.isSilent = isSilent;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private forward(from: net.Socket, to: net.Socket): void {
    this.sockets.add(from);
    from.on('data', (bytes) => {
      if (this.isSilent) this.heard += bytes.toString('latin1');
      else to.write(bytes);
    });
    from.on('close', () => void (this.isSilent || to.destroy()));
    from.on('error', () => undefined);
  }
}

describe('a server that falls silent', () => {
  let database: TestDatabase;
  let line: Line;
  let dataSource: DataSource;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    // Through TCP: a server on the same machine is otherwise reached by its socket.
    const url = Object.assign(new URL(database.url), { hostname: '127.0.0.1' });
    line = new Line(url);
    url.port = String(await line.open());
    dataSource = await createDataSource(url.href, 2, OPTIONS).initialize();
    db = new Database(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    line.close();
    await database.drop();
  });

  const look = (): Promise<unknown> => db.query('SELECT 1 AS one');

  it('is given up soon, and used again when it answers', async () => {
    // Both connections are open before.
    await Promise.all([look(), db.transaction(look)]);
    line.fallSilent(true);
    const ends = await Promise.allSettled([look(), db.transaction(look)]);
    // Nobody waits for the answer to a ROLLBACK as well.
    expect(line.heard).not.toContain('ROLLBACK');
    // The timeout of BEGIN closes the connection, which may reach the statement after it before its own timeout.
    const message: unknown = expect.stringMatching(/^(Query read timeout|Connection terminated)/);
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { message } });
    await expect(look()).rejects.toThrow(/timeout/);
    line.fallSilent(false);
    expect(await Promise.all([look(), db.transaction(look)])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  });

  it('is not what a snapshot is taken for that reads for long', async () => {
    const rows = await db.snapshot(() => db.query(`SELECT 1 AS one FROM pg_sleep(${LONG_SECONDS})`));
    expect(rows).toEqual([{ one: 1 }]);
  });
});
