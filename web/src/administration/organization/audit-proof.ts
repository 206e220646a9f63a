import type { Schema } from 'aviation-maintenance-knowledge-client';

type Event = Schema<'AuditEventResponse'>;

/** What the browser found when it computed the hashes of an event itself. */
export interface AuditFinding {
  /** The stored hash is that of the event. */
  isUnchanged: boolean;
  /** The event is in the sealed tree. */
  isIncluded: boolean;
}

/** Verifies an event by its proof, without trusting the answer of the service (RFC 8785; RFC 9162, 2.1.3.2). */
export async function verify(
  event: Event,
  organizationId: string,
  proof: Schema<'AuditProofResponse'>,
): Promise<AuditFinding> {
  const covered: Record<string, unknown> = { ...event, organization_id: organizationId };
  covered.actor = Object.fromEntries(Object.entries(event.actor).filter(([name]) => name !== 'name'));
  delete covered.hash;
  delete covered.sealed;
  const computed = await sha256(new TextEncoder().encode(canonical(covered)));
  const root = await rootOf(computed, proof);
  return { isUnchanged: toHex(computed) === event.hash, isIncluded: root !== null && toHex(root) === proof.head.root };
}

/** Root of the tree, from the leaf upwards; null for a path of the wrong length. */
async function rootOf(event: Uint8Array, proof: Schema<'AuditProofResponse'>): Promise<Uint8Array | null> {
  let index = proof.leaf_index;
  let last = proof.head.tree_size - 1;
  let node = await sha256(Uint8Array.of(0, ...event));
  for (const sibling of proof.inclusion_path.map(fromHex)) {
    if (last === 0) return null;
    if (index % 2 === 1 || index === last) {
      node = await sha256(Uint8Array.of(1, ...sibling, ...node));
      while (index % 2 === 0 && index !== 0) [index, last] = [index / 2, Math.floor(last / 2)];
    } else node = await sha256(Uint8Array.of(1, ...node, ...sibling));
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node : null;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice().buffer));

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
