import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiForbiddenResponse } from '@nestjs/swagger';

export const SANDBOX_USE = 'sandbox use';

/**
 * What a route does in the sandbox, where it is not the same with the sandbox's data. `account`: acts for the account that signs in, as
 * elsewhere; `refused`: 403 (live_only); `only`: 403 (sandbox_only) outside of the sandbox.
 */
export type SandboxUse = 'account' | 'refused' | 'only';

export const InSandbox = (use: SandboxUse): MethodDecorator & ClassDecorator =>
  applyDecorators(
    SetMetadata(SANDBOX_USE, use),
    ...(use === 'only'
      ? [ApiForbiddenResponse({ description: 'FORBIDDEN: sandbox_only outside of the sandbox' })]
      : []),
  );
