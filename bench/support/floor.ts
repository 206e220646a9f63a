import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { startServer, type ServerProcess } from './server-process.js';
import type { World } from './world.js';

/** Starts the floor server on the world's database. It accepts `token`, which is as long as the service's tokens. */
export async function startFloor(world: World): Promise<ServerProcess & { token: string }> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const claims = { sub: world.userId, org: world.organizationId, sid: world.userId, aud: 'bench', token_use: 'access' };
  const token = jwt.sign(claims, privateKey, { algorithm: 'RS256', issuer: 'bench', expiresIn: '1h', keyid: 'bench' });
  const env = { DATABASE_URL: world.databaseUrl, PUBLIC_KEY: publicKey };
  return { ...(await startServer('floor-server.js', '/ready', env)), token };
}
