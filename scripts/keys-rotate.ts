/**
 * Exchanges the key that signs tokens (docs/operations/signing-keys.md). With a database of its own the service may run
 * meanwhile; on the embedded one it has to be stopped:
 *
 *   npm run keys:rotate                    announces a new key, which signs an hour later; nobody is signed out
 *   npm run keys:rotate -- --compromised   removes all keys at once: everybody has to sign in again
 */
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { withApplication } from '../src/application-context.js';
import { KeyRotation } from '../src/modules/auth/tokens/key-rotation.js';

const { values } = parseArgs({ options: { compromised: { type: 'boolean', default: false } } });

await withApplication(async (app) => {
  const rotation = app.get(KeyRotation, { strict: false });
  const { kid, signsFrom, made } = await (values.compromised ? rotation.replaceAll() : rotation.rotate());
  const when = signsFrom ? `signs from ${signsFrom.toISOString()}` : 'signs now';
  console.log(made ? `made ${kid}, which ${when}` : `${kid} was announced already and ${when}`);
  if (values.compromised) console.log('all sessions are over, and all tokens issued so far are void within a minute');
});
