import { createHash } from 'node:crypto';
import type { SignableRow } from '../acknowledgement.repository.js';
import { signedJws, type EvidenceJwk, type EvidenceSigner } from './evidence-keys.service.js';

/** `typ` of the JWS header (RFC 8725, 3.11), so that evidence is never taken for a token, or a token for evidence. */
export const EVIDENCE_TYPE = 'acknowledgement-evidence+jws';

interface NamedRevision {
  id: string;
  version: string;
  content_sha256: string;
}

/** What a signature binds together. Names are those of the time of signing. */
export interface EvidencePayload {
  /** Version of this structure. */
  evidence_version: 1;
  issuer: string;
  /** False for a sandbox, whose evidence proves nothing. */
  livemode: boolean;
  acknowledgement_id: string;
  assignment_id: string;
  organization: { id: string; name: string };
  document: { id: string; title: string; document_number: string | null };
  revision: NamedRevision;
  scope: string;
  /** For scope `changes`: the revision from which the changes count; null for none. */
  changes_from: NamedRevision | null;
  statement: string;
  signer: { id: string; name: string };
  assigned_by: { id: string; name: string } | null;
  due_at: string;
  /** Last proof of identity in the session. */
  identity_proven_at: string;
  signed_at: string;
}

/** A file that proves an acknowledgement without the service. */
export interface EvidenceFile {
  payload: EvidencePayload;
  /** Compact serialization (RFC 7515, 7.1) of the payload. Only this part is signed. */
  jws: string;
  /** The key as the service publishes it. Verifiers must know it from elsewhere. */
  public_key: EvidenceJwk;
}

export interface SigningFacts {
  issuer: string;
  livemode: boolean;
  provenAt: Date;
  /** By the clock of the database. */
  signedAt: Date;
}

export function payloadOf(row: SignableRow, facts: SigningFacts): EvidencePayload {
  const { changes_from } = row;
  return {
    evidence_version: 1,
    issuer: facts.issuer,
    livemode: facts.livemode,
    acknowledgement_id: row.id,
    assignment_id: row.assignment_id,
    organization: { id: row.organization_id, name: row.organization_name },
    document: { id: row.document_id, title: row.document_title, document_number: row.document_number },
    revision: { id: row.revision_id, version: row.version, content_sha256: row.content_sha256 },
    scope: row.scope,
    changes_from,
    statement: row.statement,
    signer: { id: row.user_id, name: row.user_name },
    assigned_by: row.creator_id === null ? null : { id: row.creator_id, name: row.creator_name ?? '' },
    due_at: row.due_at.toISOString(),
    identity_proven_at: facts.provenAt.toISOString(),
    signed_at: facts.signedAt.toISOString(),
  };
}

/** Compact JWS of the payload. */
export function signed(payload: EvidencePayload, signer: EvidenceSigner): string {
  return signedJws(EVIDENCE_TYPE, payload, signer);
}

/** Header and payload of evidence that the service itself stored. */
export function readEvidence(jws: string): { kid: string; payload: EvidencePayload } {
  const [header = '', payload = ''] = jws.split('.');
  const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  return { kid: (decode(header) as { kid: string }).kid, payload: decode(payload) as EvidencePayload };
}

/** SHA-256 of the JWS, which the sealed audit trail records: it dates the evidence independently of its key. */
export function digestOf(jws: string): string {
  return createHash('sha256').update(jws).digest('hex');
}
