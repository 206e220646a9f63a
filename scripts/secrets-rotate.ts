/**
 * Changes the master key, while the service runs or not (docs/operations/secrets.md):
 *
 *   npm run secrets:rotate
 *
 * With the key file of DATA_DIR: makes a new key, re-encrypts everything under it, and drops the old one. With SECRET_KEY
 * and SECRET_KEY_PREVIOUS: re-encrypts what is under a previous key. Interrupted, it may be run again.
 */
import 'reflect-metadata';
import { withApplication } from '../src/application-context.js';
import { SecretRotation } from '../src/common/crypto/secret-rotation.js';
import { loadEnv } from '../src/config/env.js';
import { masterKeyFile } from '../src/master-key.js';
import { AuditTrail } from '../src/modules/audit/audit.service.js';

const env = loadEnv();
const keyFile = masterKeyFile(env);

await withApplication(async (app) => {
  const report = await app.get(SecretRotation).run(keyFile);
  await app.get(AuditTrail, { strict: false }).record({
    action: 'secrets.rotated',
    details: { new_key: report.newKey, dropped: report.dropped },
    organization_id: null,
  });
  if (keyFile) console.log(report.newKey ? 'made a new key' : 'finishing the rotation that was begun earlier');
  for (const [name, count] of Object.entries(report.resealed)) console.log(`${name}: ${count} re-encrypted`);
  for (const [name, count] of Object.entries(report.unreadable)) {
    console.error(`${name}: ${count} that no key at hand opens`);
    process.exitCode = 1;
  }
  if (report.dropped) console.log('done: the old key is dropped');
  else if (keyFile) console.error('the old keys are kept, in case they help with what cannot be opened');
  else if (env.SECRET_KEY_PREVIOUS.length === 0) {
    console.log('SECRET_KEY_PREVIOUS is empty: to change the key, follow docs/operations/secrets.md');
  } else if (process.exitCode === undefined) {
    console.log(
      'done: take SECRET_KEY_PREVIOUS out of the environment of every node and restart them, then destroy it',
    );
  }
});
