import { Injectable } from '@nestjs/common';
import { createRequestContext, runWithContext } from '../../../common/context/request-context.js';
import type { Principal } from '../../../common/principal/principal.js';
import { UserService } from '../../users/user.service.js';
import type { Import } from './import.entity.js';
import { ImportRefusedError } from './import-refused.error.js';

/** Runs work of imports with the present rights of their creators, as far as the request had them, who are the actors in the audit log. */
@Injectable()
export class ImportCreators {
  constructor(private readonly users: UserService) {}

  /** @throws ImportRefusedError (creator_not_permitted) */
  async as<T>(made: Import, work: (creator: Principal) => Promise<T>): Promise<T> {
    const creator = await this.find(made);
    const context = createRequestContext(made.id);
    context.principal = creator;
    return runWithContext(context, () => work(creator));
  }

  private async find({ created_by, permissions, session_id, api_key_id }: Import): Promise<Principal> {
    const startedBy = { permissions, sessionId: session_id, apiKeyId: api_key_id };
    const creator = created_by === null ? null : await this.users.findPrincipal(created_by, startedBy);
    if (creator?.permissions.has('document.manage')) return creator;
    throw new ImportRefusedError('creator_not_permitted', 'The creator of the import can no longer manage documents.');
  }
}
