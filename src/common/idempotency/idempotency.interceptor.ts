import { createHash } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Secrets } from '../crypto/secrets.js';
import { Database } from '../database/database.js';
import { AppError } from '../errors/app-error.js';
import { currentContext } from '../http/request-context.js';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';

const PURPOSE = 'idempotent responses';
const KEY_FORMAT = /^[\x21-\x7e]{1,255}$/;

/**
 * `Idempotency-Key` on POSTs that create: the work and the record of its answer are one transaction, so a crash leaves
 * both or neither, and there is no state "running" that could be left behind; a lock held by the transaction says it.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly db: Database,
    private readonly keys: IdempotencyKeyRepository,
    private readonly secrets: Secrets,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return next.handle();
    if (typeof key !== 'string' || !KEY_FORMAT.test(key)) {
      throw AppError.invalid([{ field: 'Idempotency-Key', issue: 'must be 1 to 255 printable ASCII characters' }]);
    }
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return from(this.db.transaction(() => this.once(key, request, reply, () => lastValueFrom(next.handle()))));
  }

  private async once(
    key: string,
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const principal = currentContext()?.principal;
    if (!principal) throw AppError.unauthorized('jwt', 'missing');
    const { userId, organizationId } = principal;
    if (!(await this.keys.tryLock(userId, key))) {
      throw AppError.conflict('idempotency_key_in_use', 'A request with this Idempotency-Key is still running');
    }
    const requestHash = hashOf(request);
    const stored = await this.keys.find(userId, key);
    if (!stored) {
      const data = await work();
      const response = this.secrets.encrypt(Buffer.from(JSON.stringify(data ?? null)), PURPOSE);
      await this.keys.save(organizationId, userId, key, {
        request_hash: requestHash,
        status: reply.statusCode,
        response,
      });
      return data;
    }
    if (!stored.request_hash.equals(requestHash)) {
      throw new AppError('UNPROCESSABLE', 'This Idempotency-Key was used for another request', {
        reason: 'idempotency_key_reused',
      });
    }
    void reply.status(stored.status).header('idempotent-replayed', 'true');
    return JSON.parse(this.secrets.decrypt(stored.response, PURPOSE).toString('utf8')) as unknown;
  }
}

/** What makes two requests the same: method, path and body (for an upload: its fields and the file's hash). */
function hashOf(request: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest();
}
