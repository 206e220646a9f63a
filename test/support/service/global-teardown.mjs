import { once } from 'node:events';

/** After the last test: stops the run's PostgreSQL and waits until its process ends. */
export default async function globalTeardown() {
  const server = globalThis.testDatabaseServer;
  if (!server || server.exitCode !== null) return;
  server.ref();
  const exited = once(server, 'exit');
  server.stdin.end();
  await exited;
}
