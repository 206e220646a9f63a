import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { clientNetwork } from '../../../common/context/client-network.js';

export interface ShownDevice {
  device: string | null;
  ip: string | null;
}

/** SHA-256 of user, client family and network (first 16 or 32 bits), so browser updates and new addresses do not change it. */
export function fingerprintOf(userId: string, { device, ip }: ShownDevice): Buffer {
  const client = (device ?? '').replace(/\d+(?:[._]\d+)*/g, '');
  return createHash('sha256')
    .update([userId, client, ip === null ? '' : networkOf(ip)].join('\n'))
    .digest();
}

function networkOf(ip: string): string {
  const network = clientNetwork(ip);
  const separator = isIPv4(network) ? '.' : ':';
  return network.split(separator).slice(0, 2).join(separator);
}
