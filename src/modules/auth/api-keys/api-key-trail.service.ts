import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { UserService } from '../../users/user.service.js';
import { AccountMailQueue, type AccountNotice } from '../account-mails/account-mail-queue.service.js';
import type { ApiKey } from './api-key.entity.js';

type KeyNotice = Extract<AccountNotice, `api_key_${string}`>;

/** Records changes of API keys in the audit trail and notifies the people responsible. */
@Injectable()
export class ApiKeyTrail {
  constructor(
    private readonly audit: AuditTrail,
    private readonly mails: AccountMailQueue,
    private readonly users: UserService,
  ) {}

  record(act: string, key: ApiKey, details: Record<string, unknown>, reason: string | null = null): Promise<void> {
    return this.audit.record({
      action: `api_key.${act}`,
      target: { type: 'api_key', id: key.id },
      details: { owner_id: key.owner_id, ...details },
      organization_id: key.organization_id,
      ...(reason === null ? {} : { reason }),
    });
  }

  /** Mails the caller, or the administrators if the caller is a service account. */
  async tell({ userId, organizationId, role }: Principal, notice: KeyNotice): Promise<void> {
    const readers = role === 'api_user' ? await this.users.activeAdminIds(organizationId) : [userId];
    for (const reader of readers) await this.mails.notify(notice, reader);
  }
}
