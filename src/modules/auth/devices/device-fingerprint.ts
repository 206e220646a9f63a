import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { clientNetwork } from '../../../common/http/client-network.js';

/** What a client shows of itself. */
export interface ShownDevice {
  /** User-Agent. */
  device: string | null;
  ip: string | null;
}

/**
 * SHA-256 of user, kind of client and network. An update of the browser changes nothing, nor does another address of the same
 * provider: versions are left out, and of an address all but the first 16 bits (IPv4) or 32 (IPv6).
 */
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
