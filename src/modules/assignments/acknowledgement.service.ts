import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { Page } from '../../common/pagination/page.js';
import { AuditTrail } from '../audit/audit.service.js';
import { TOKEN_ISSUER } from '../auth/tokens/token.service.js';
import { DocumentService } from '../documents/document.service.js';
import {
  AcknowledgementRepository,
  type AcknowledgementRow,
  type SignableRow,
  type SingleAcknowledgement,
} from './acknowledgement.repository.js';
import { AcknowledgementSigned } from './assignment.events.js';
import { AssignmentService, superseded } from './assignment.service.js';
import type { ListAcknowledgementsQuery, SignAcknowledgementRequest } from './dto/acknowledgement.request.js';
import { digestOf, payloadOf, readEvidence, signed, type EvidenceFile } from './evidence/evidence.js';
import { EvidenceKeys } from './evidence/evidence-keys.service.js';

/** Acknowledgements of the caller, and of assignments that they manage. */
@Injectable()
export class AcknowledgementService {
  constructor(
    private readonly acknowledgements: AcknowledgementRepository,
    private readonly assignments: AssignmentService,
    private readonly keys: EvidenceKeys,
    private readonly documents: DocumentService,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    @Inject(TOKEN_ISSUER) private readonly issuer: string,
  ) {}

  /** The caller's own. Unsigned ones of documents that they cannot see are left out. */
  listOwn(principal: Principal, query: ListAcknowledgementsQuery): Promise<Page<AcknowledgementRow>> {
    return this.paginator.page('acknowledgements', query, (afterId, rowCount) =>
      this.acknowledgements.listOwn(principal, query, afterId, rowCount),
    );
  }

  /** All of an assignment that the caller manages. @throws AppError NOT_FOUND */
  async listOf(
    principal: Principal,
    assignmentId: string,
    query: ListAcknowledgementsQuery,
  ): Promise<Page<AcknowledgementRow>> {
    const { document_id } = await this.assignments.get(principal, assignmentId);
    const page = await this.paginator.page(`acknowledgements of ${assignmentId}`, query, (afterId, rowCount) =>
      this.acknowledgements.listOf(assignmentId, query, afterId, rowCount),
    );
    const userIds = page.items.map(({ user_id }) => user_id);
    const readers = new Set(document_id === null ? [] : await this.documents.findReaders({ id: document_id }, userIds));
    return page.map((row) => ({ ...row, can_read: readers.has(row.user_id) }));
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<SingleAcknowledgement> {
    const row = await this.acknowledgements.find(principal, id);
    if (!row) throw AppError.notFound('acknowledgement');
    if (row.user_id === principal.userId || row.document_id === null) return row;
    const readers = await this.documents.findReaders({ id: row.document_id }, [row.user_id]);
    return { ...row, can_read: readers.length > 0 };
  }

  /**
   * Signs what is assigned to the caller. Activations of revisions come completely before or after.
   * @throws AppError NOT_FOUND, also for a document hidden from the caller; CONFLICT (revision_superseded, already_signed, withdrawn,
   * content_mismatch)
   */
  async sign(principal: Principal, id: string, request: SignAcknowledgementRequest): Promise<AcknowledgementRow> {
    const { credential, sandbox } = principal;
    const provenAt = credential.type === 'session' ? credential.provenAt : null;
    if (!provenAt) throw AppError.unauthorized('jwt', 'step_up_required');
    return this.keys.signing(async (key) => {
      await this.acknowledgements.lockForSignature(id, principal.userId);
      const row = await this.acknowledgements.findSignable(principal, id);
      if (!row) throw AppError.notFound('acknowledgement');
      requireSignable(row, request);
      const facts = { issuer: this.issuer, livemode: sandbox === undefined, provenAt, signedAt: row.now };
      const evidence = signed(payloadOf(row, facts), key);
      await this.acknowledgements.sign(id, row.now, evidence);
      await this.announce(row, evidence);
      return this.get(principal, id);
    });
  }

  /** @throws AppError NOT_FOUND, CONFLICT (not_signed) */
  async getEvidence(principal: Principal, id: string): Promise<EvidenceFile> {
    const { evidence, status } = await this.get(principal, id);
    if (evidence === null)
      throw AppError.conflict('not_signed', 'There is evidence of signed acknowledgements only', { status });
    const { kid, payload } = readEvidence(evidence);
    const public_key = await this.keys.publicKey(kid);
    if (!public_key) throw new Error(`the evidence of ${id} has an unknown key`);
    return { payload, jws: evidence, public_key };
  }

  private async announce(row: SignableRow, evidence: string): Promise<void> {
    const { id, organization_id, assignment_id, document_id, revision_id, user_id, content_sha256 } = row;
    await this.audit.record({
      action: 'acknowledgement.signed',
      target: { type: 'acknowledgement', id },
      details: { assignment_id, document_id, revision_id, content_sha256, evidence_sha256: digestOf(evidence) },
    });
    const named = { id, organization_id, assignment_id, document_id, revision_id, user_id };
    await this.events.emit(new AcknowledgementSigned(named));
  }
}

/** The revision counts, not only the assignment: a process of an earlier release activates and withdraws without ending assignments. */
function requireSignable(row: SignableRow, { content_sha256 }: SignAcknowledgementRequest): void {
  if (row.status === 'signed')
    throw AppError.conflict('already_signed', 'You have already signed this acknowledgement');
  const isCurrent = row.revision_id === row.current_revision_id;
  const isWithdrawn = isCurrent && row.revision_status !== 'active';
  if (row.status === 'withdrawn' || row.assignment_status === 'canceled' || isWithdrawn)
    throw AppError.conflict('withdrawn', 'The assignment was canceled; nothing must be signed');
  if (row.assignment_status === 'superseded' || !isCurrent) throw superseded(row.current_revision_id);
  if (content_sha256 !== row.content_sha256) {
    const message = 'The hash is not that of the assigned revision; read the assigned revision before you sign';
    throw AppError.conflict('content_mismatch', message, { revision_id: row.revision_id });
  }
}
