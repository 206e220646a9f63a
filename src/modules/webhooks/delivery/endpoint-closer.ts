import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { UserService } from '../../users/user.service.js';
import { EndpointSwitch } from '../endpoints/endpoint-switch.service.js';

/** Queue of mails about disabled endpoints. */
export const ENDPOINT_DISABLED_MAIL = 'webhook.disabled_mail';

/** Ids and codes only: the mail is composed when it is sent. */
export interface EndpointDisabledMail {
  user_id: string;
  organization_id: string;
  webhook_id: string;
  reason: 'gone' | 'failing';
}

/** Disables failing endpoints and notifies administrators. */
@Injectable()
export class EndpointCloser {
  constructor(
    private readonly endpoints: EndpointSwitch,
    private readonly users: UserService,
    private readonly queue: JobQueue,
    private readonly db: Database,
  ) {}

  /** Idempotent: one mail to each active administrator. */
  close(endpointId: string, reason: 'gone' | 'failing'): Promise<void> {
    return this.db.transaction(async () => {
      const endpoint = await this.endpoints.disable(endpointId, reason);
      if (!endpoint) return;
      const { organization_id } = endpoint;
      for (const user_id of await this.users.activeAdminIds(organization_id)) {
        const mail: EndpointDisabledMail = { user_id, organization_id, webhook_id: endpointId, reason };
        await this.queue.publish(ENDPOINT_DISABLED_MAIL, mail);
      }
    });
  }
}
