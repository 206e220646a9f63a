import { createHash } from 'node:crypto';
import path from 'node:path';
import { exclusively } from '../sign-in/lock.js';
import { configFolder, readPrivate, writePrivate } from '../sign-in/profile.js';
import { makeSecret } from './signature.js';

/** The secret of `webhooks listen` for a service and organization. Made at the first use, and the same from then on. */
export function listeningSecret(baseUrl: string, organizationId: string): Promise<string> {
  const digest = createHash('sha256').update(`${baseUrl} ${organizationId}`).digest('hex').slice(0, 16);
  const file = path.join(configFolder(), `webhooks-${digest}.json`);
  return exclusively(`${file}.lock`, () => {
    const kept = readPrivate(file) as { secret?: string } | null;
    if (kept?.secret?.startsWith('whsec_') === true) return kept.secret;
    const secret = makeSecret();
    writePrivate(file, { url: baseUrl, secret });
    return secret;
  });
}
