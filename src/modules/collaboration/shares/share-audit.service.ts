import { Injectable } from '@nestjs/common';
import { currentContext } from '../../../common/context/request-context.js';
import { AuditTrail } from '../../audit/audit.service.js';
import type { Share } from './share.repository.js';

/** Records shares in the audit log: ids only, no messages or names. */
@Injectable()
export class ShareAudit {
  constructor(private readonly audit: AuditTrail) {}

  /** @param share in its new or last state @param reason for changes nobody requested @param changed names of fields */
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
      // An identity provider may move users between teams at sign-in, without an actor.
      ...(!currentContext()?.principal && { actor: { type: 'system' } }),
    });
  }
}
