/**
 * Changes the master key; the service can run meanwhile (docs/operations/secrets.md):
 *   npm run secrets:rotate
 * With the key file of DATA_DIR: creates a new key, re-encrypts everything, and deletes the old key. With SECRET_KEY
 * and SECRET_KEY_PREVIOUS: re-encrypts data under previous keys. Can be repeated after an interruption.
 */
import 'reflect-metadata';
import { withApplication } from '../src/start/application-context.js';
import { SecretRotation } from '../src/common/crypto/secret-rotation.js';
import { loadEnv } from '../src/config/env.js';
import { masterKeyFile } from '../src/start/master-key.js';
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
  if (keyFile) console.log(report.newKey ? 'created a new key' : 'continuing an interrupted rotation');
  for (const [name, count] of Object.entries(report.resealed)) console.log(`${name}: ${count} re-encrypted`);
  for (const [name, count] of Object.entries(report.unreadable)) {
    console.error(`${name}: ${count} that no available key decrypts`);
    process.exitCode = 1;
  }
  if (report.dropped) console.log('done: the old key was deleted');
  else if (keyFile) console.error('the old keys were kept for data that could not be decrypted');
  else if (env.SECRET_KEY_PREVIOUS.length === 0) {
    console.log('SECRET_KEY_PREVIOUS is empty: to change the key, follow docs/operations/secrets.md');
  } else if (process.exitCode === undefined) {
    console.log(
      'done: remove SECRET_KEY_PREVIOUS from the environment of every node, restart the nodes, then destroy it',
    );
  }
});
