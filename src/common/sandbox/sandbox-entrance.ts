import { Injectable } from '@nestjs/common';
import type { Principal } from '../principal/principal.js';

/** @throws AppError UNAUTHORIZED (revoked) when the account has no mirrored user */
type Enter = (principal: Principal) => Promise<Principal>;

/** Leads callers with the credential of an account into its sandbox, by a function that the users module registers. */
@Injectable()
export class SandboxEntrance {
  /** The mirrored user of an account, with the account's rights. Makes the sandbox of the organization at its first request. */
  enter: Enter = () => Promise.reject(new Error('no module has registered the entrance of sandboxes'));

  register(enter: Enter): void {
    this.enter = enter;
  }
}
