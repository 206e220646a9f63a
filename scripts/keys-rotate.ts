/**
 * Rotates the key that signs tokens (docs/operations/signing-keys.md). Stop the service first if it uses the embedded
 * database:
 *   npm run keys:rotate                    publishes a new key, which signs after an hour; nobody is signed out
 *   npm run keys:rotate -- --compromised   deletes all keys immediately: every user must sign in again
 */
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { withApplication } from '../src/start/application-context.js';
import { EvidenceKeys } from '../src/modules/assignments/evidence/evidence-keys.service.js';
import { KeyRotation } from '../src/modules/auth/tokens/key-rotation.js';

const { values } = parseArgs({ options: { compromised: { type: 'boolean', default: false } } });

await withApplication(async (app) => {
  const rotation = app.get(KeyRotation, { strict: false });
  const { kid, signsFrom, made } = await (values.compromised ? rotation.replaceAll() : rotation.rotate());
  const when = signsFrom ? `signs from ${signsFrom.toISOString()}` : 'signs now';
  console.log(made ? `made ${kid}, which ${when}` : `${kid} was already published and ${when}`);
  if (!values.compromised) return;
  const evidenceKid = await app.get(EvidenceKeys, { strict: false }).replaceCompromised();
  console.log(
    `evidence is signed with ${evidenceKid}; keys that signed before and could be known are marked in the JWKS`,
  );
  console.log('all sessions have ended, and all tokens issued so far stop working within a minute');
});
