/**
 * Recomputes the audit trail of every organization and reports changes since it was written:
 *   npm run audit:verify [-- --report FILE] [--earlier FILE]
 * Prints one line per chain; exits with code 1 on any finding (src/modules/audit/audit-verification.ts explains the
 * reasons). `--report` writes the result as JSON; store it separately from the database. `--earlier` reads such a file
 * and checks that its events still exist.
 */
import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { withApplication } from '../src/start/application-context.js';
import { AuditVerification, type ChainReport } from '../src/modules/audit/audit-verification.js';

interface Report {
  verified_at: string;
  chains: ChainReport[];
}

const { values } = parseArgs({ options: { report: { type: 'string' }, earlier: { type: 'string' } } });
const earlier =
  values.earlier === undefined ? [] : (JSON.parse(await readFile(values.earlier, 'utf8')) as Report).chains;

const report: Report = { verified_at: new Date().toISOString(), chains: [] };
await withApplication(async (app) => {
  for await (const found of app.get(AuditVerification, { strict: false }).verifyAll(earlier)) {
    report.chains.push(found);
    const { chain, events, removed, unsealed, broken } = found;
    const since = removed > 0 ? ` (those up to ${removed} were deleted after their retention)` : '';
    if (broken) console.error(`${chain}: BROKEN at event ${broken.sequence}: ${broken.reason}`);
    else console.log(`${chain}: ${events} events OK${since}${unsealed > 0 ? `, ${unsealed} not sealed yet` : ''}`);
  }
});
if (values.report !== undefined) await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
if (report.chains.some(({ broken }) => broken !== null)) process.exitCode = 1;
