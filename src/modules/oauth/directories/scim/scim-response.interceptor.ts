import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { SCIM_RESPONSE_TYPE } from '../../../../common/http/scim-error.js';
import type { ScimQuery } from './scim-list.js';

type Resource = Record<string, unknown> & { meta?: { version?: string; location: string } };

/** Always returned (RFC 7643, 2.2). */
const ALWAYS = ['id', 'schemas'];

/** Media type, `ETag`, `Location`, and the attributes that the client asks for (RFC 7644, 3.4.2.5). */
@Injectable()
export class ScimResponseInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, query } = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((result: Resource | undefined) => {
        if (result === undefined) return undefined;
        void reply.type(SCIM_RESPONSE_TYPE);
        const { meta, Resources } = result;
        if (meta?.version !== undefined) void reply.header('etag', meta.version);
        if (method === 'POST' && meta) void reply.header('location', meta.location);
        const select = selectionOf(query as ScimQuery);
        return Array.isArray(Resources)
          ? { ...result, Resources: (Resources as Resource[]).map(select) }
          : select(result);
      }),
    );
  }
}

/** Whole attributes: of a path with a part, its first name. */
function selectionOf({ attributes, excludedAttributes }: ScimQuery): (resource: Resource) => Resource {
  const namesIn = (list: unknown): string[] =>
    typeof list === 'string'
      ? list
          .toLowerCase()
          .split(',')
          .map((path) => path.trim().split(':').at(-1)!)
      : [];
  const wanted = namesIn(attributes).map((path) => path.split('.')[0]);
  const unwanted = namesIn(excludedAttributes);
  if (wanted.length + unwanted.length === 0) return (resource) => resource;
  const isKept = (name: string): boolean =>
    ALWAYS.includes(name) || (wanted.length > 0 ? wanted.includes(name) : !unwanted.includes(name));
  return (resource) => Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name.toLowerCase())));
}
