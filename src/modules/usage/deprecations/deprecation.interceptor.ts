import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { currentContext } from '../../../common/context/request-context.js';
import { deprecatedPartsOf, type DeprecatedParts } from '../../../common/deprecation/deprecated.decorator.js';
import { DEPRECATIONS, type DeprecationId } from '../../../common/deprecation/deprecations.js';
import { DeprecatedCalls } from '../../../integrations/metering/deprecated-calls.js';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { guideUrl } from './deprecation-names.js';

/** Tells callers of deprecated operations and fields by headers, and counts the calls. */
@Injectable()
export class DeprecationInterceptor implements NestInterceptor {
  private readonly known = new WeakMap<object, DeprecatedParts>();

  constructor(
    private readonly calls: DeprecatedCalls,
    @Inject(TOKEN_ISSUER) private readonly issuer: string,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const used = usedBy(request, this.partsOf(context));
    if (used.length > 0) this.tell(used, context.switchToHttp().getResponse<FastifyReply>());
    return next.handle();
  }

  private partsOf(context: ExecutionContext): DeprecatedParts {
    const handler = context.getHandler();
    const parts = this.known.get(handler) ?? deprecatedPartsOf(context.getClass(), handler);
    this.known.set(handler, parts);
    return parts;
  }

  /** With several, the dates are the earliest. */
  private tell(used: DeprecationId[], reply: FastifyReply): void {
    const principal = currentContext()?.principal;
    if (principal) for (const id of used) this.calls.count(id, principal);
    const told = used.map((id) => DEPRECATIONS[id]);
    const earliest = (dates: string[]): Date => new Date(dates.sort()[0]!);
    const since = earliest(told.map((deprecation) => deprecation.since)).getTime() / 1000;
    void reply.header('deprecation', `@${since}`);
    void reply.header('sunset', earliest(told.map(({ sunset }) => sunset)).toUTCString());
    const links = told.flatMap(({ guide }) =>
      ['deprecation', 'sunset'].map((rel) => `<${guideUrl(this.issuer, guide)}>; rel="${rel}"; type="text/markdown"`),
    );
    void reply.header('link', links.join(', '));
  }
}

function usedBy({ body, query }: FastifyRequest, { operation, fields }: DeprecatedParts): DeprecationId[] {
  const has = (holder: unknown, field: string): boolean =>
    typeof holder === 'object' && holder !== null && Object.hasOwn(holder, field);
  const used = Object.entries(fields).filter(([field]) => has(body, field) || has(query, field));
  return [...(operation === null ? [] : [operation]), ...used.map(([, id]) => id)];
}
