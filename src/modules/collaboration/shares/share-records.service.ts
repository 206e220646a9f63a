import { Injectable } from '@nestjs/common';
import { currentContext } from '../../../common/http/request-context.js';
import { AuditTrail } from '../../audit/audit.service.js';
import type { Share } from './share.repository.js';

/** What became of shares, as the audit trail of the document's organization keeps it: ids, never messages or names. */
@Injectable()
export class ShareRecords {
  constructor(private readonly audit: AuditTrail) {}

  /**
   * @param share as it is from now on, or was until now
   * @param reason why, where nobody asked for it
   * @param changed names of the fields that are others than before
   */
  record(
    action: 'share.created' | 'share.updated' | 'share.deleted',
    share: Share,
    reason?: string,
    changed?: readonly string[],
  ): Promise<void> {
    const { id, organization_id, document_id, user_id, team_id, permission, expires_at, granted_by_share_id } = share;
    const recipient = user_id === null ? { type: 'team', id: team_id } : { type: 'user', id: user_id };
    return this.audit.record({
      action,
      target: { type: 'document', id: document_id },
      details: { share_id: id, recipient, permission, expires_at, granted_by_share_id, changed },
      organization_id,
      ...(reason && { reason }),
      // An identity provider may move people between teams while they sign in: that is nobody's act.
      ...(!currentContext()?.principal && { actor: { type: 'system' } }),
    });
  }
}
