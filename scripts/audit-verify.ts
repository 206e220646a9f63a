/**
 * Recomputes the audit trail of every organization and says what was changed since it was written: one line a chain, and
 * exit code 1 when anything is wrong. See src/modules/audit/audit-verification.ts for the reasons it gives.
 */
import 'reflect-metadata';
import { withApplication } from '../src/application-context.js';
import { AuditVerification } from '../src/modules/audit/audit-verification.js';

await withApplication(async (app) => {
  let brokenCount = 0;
  for await (const { chain, events, last_hash: hash, broken } of app.get(AuditVerification).verifyAll()) {
    if (broken) {
      brokenCount += 1;
      console.error(`${chain}: BROKEN at event ${broken.sequence}: ${broken.reason}`);
    } else {
      console.log(`${chain}: ${events} events OK, the last with hash ${hash}`);
    }
  }
  if (brokenCount > 0) process.exitCode = 1;
});
