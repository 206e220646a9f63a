/**
 * Owns an embedded PostgreSQL in a separate process, for tests that kill it:
 *
 *   node embedded-postgres-runner.mjs <compiled embedded-postgres.js> <dataDir> [settings as JSON]
 *
 * Prints one line of JSON: {url, superuserUrl, startMs}, or {error: {name, message, pid}} and exits with 1. Stops when its standard input
 * ends, so it cannot outlive its parent, and then exits with 0. A server that ends by itself prints {exit}.
 */
import { pathToFileURL } from 'node:url';

const [compiled, dataDir, settings = '{}'] = process.argv.slice(2);
const print = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const { EmbeddedPostgres } = await import(pathToFileURL(compiled).href);

// A terminal's Ctrl-C reaches this process too; the end of standard input follows it.
process.on('SIGINT', () => {});

const startedAt = performance.now();
try {
  const database = await EmbeddedPostgres.start({
    dataDir,
    database: 'service',
    settings: JSON.parse(settings),
    onExit: (exit) => print({ exit }),
  });
  const { connectionString: url, superuserConnectionString: superuserUrl } = database;
  print({ url, superuserUrl, startMs: Math.round(performance.now() - startedAt) });
  process.stdin.resume();
  process.stdin.once('end', () => void database.stop().then(() => process.exit(0)));
} catch (error) {
  print({ error: { name: error.name, message: error.message, pid: error.pid } });
  process.exit(1);
}
