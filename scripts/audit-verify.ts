/**
 * Recomputes the audit trail of every organization and says what was changed since it was written:
 *
 *   npm run audit:verify [-- --report FILE] [--earlier FILE]
 *
 * One line a chain; exit code 1 when anything is wrong (src/modules/audit/audit-verification.ts explains the reasons).
 * `--report` writes the result as JSON, to be kept away from the database; `--earlier` takes such a file, and all that it
 * saw must still be there.
 */
import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { withApplication } from '../src/application-context.js';
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
    const { chain, events, removed, broken } = found;
    const since = removed > 0 ? ` (those up to ${removed} were removed for their age)` : '';
    if (broken) console.error(`${chain}: BROKEN at event ${broken.sequence}: ${broken.reason}`);
    else console.log(`${chain}: ${events} events OK${since}`);
  }
});
if (values.report !== undefined) await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
if (report.chains.some(({ broken }) => broken !== null)) process.exitCode = 1;
