import { createHash, randomUUID } from 'node:crypto';
import { Injectable, Logger, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Principal } from '../principal/principal.js';
import { requirePrincipal } from '../auth/current-principal.decorator.js';
import { Secrets } from '../crypto/secrets.js';
import { Database } from '../database/database.js';
import { AppError } from '../errors/app-error.js';
import { readEtag } from '../http/envelope.js';
import { currentContext, warnClient } from '../context/request-context.js';
import { isId } from '../ids/type-id.js';
import { IdempotencyKeyRepository, type KeyOwner, type StoredResponse } from './idempotency-key.repository.js';
import { markReplayed } from './replayed.js';

const PURPOSE = 'idempotent responses';
const KEY_FORMAT = /^[\x21-\x7e]{1,255}$/;

interface KeyedCall {
  owner: KeyOwner;
  key: string;
  hash: Buffer;
  reply: FastifyReply;
  work: () => Promise<unknown>;
}

interface Answer {
  data: unknown;
  etag: string | null;
  warnings: string[];
}

/** `Idempotency-Key` for POST. The subclasses decide how a key is held during the work. */
@Injectable()
abstract class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    protected readonly db: Database,
    protected readonly keys: IdempotencyKeyRepository,
    private readonly secrets: Secrets,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return next.handle();
    if (typeof key !== 'string' || !KEY_FORMAT.test(key)) {
      throw AppError.invalid([{ field: 'Idempotency-Key', issue: 'must be 1 to 255 printable ASCII characters' }]);
    }
    const owner = requirePrincipal();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return from(
      this.once({ owner, key, hash: hashOf(request, owner), reply, work: () => lastValueFrom(next.handle()) }),
    );
  }

  /** The response: of the work, done once, or of an earlier identical request. */
  protected abstract once(call: KeyedCall): Promise<unknown>;

  protected seal(data: unknown, { reply }: KeyedCall): { status: number; response: Buffer } {
    const answer: Answer = { data: data ?? null, etag: readEtag(data), warnings: currentContext()?.warnings ?? [] };
    const response = this.secrets.encrypt(Buffer.from(JSON.stringify(answer)), PURPOSE);
    return { status: reply.statusCode, response };
  }

  /** @throws AppError CONFLICT while in use, NOT_FOUND for a deleted document, UNPROCESSABLE when the key was used for another request */
  protected replay(stored: StoredResponse | 'running' | null, { hash, reply }: KeyedCall): unknown {
    if (stored === null || stored === 'running') throw inUse();
    if (!stored.request_hash.equals(hash)) {
      throw new AppError('UNPROCESSABLE', 'This Idempotency-Key was used for another request', {
        reason: 'idempotency_key_reused',
      });
    }
    if (stored.gone) throw AppError.notFound('document');
    const text = this.secrets.decrypt(stored.response, PURPOSE).toString('utf8');
    const { data, etag, warnings } = JSON.parse(text) as Answer;
    warnings.forEach(warnClient);
    void reply.status(stored.status);
    markReplayed(reply);
    if (etag !== null) void reply.header('etag', etag);
    return data;
  }
}

/** For work of milliseconds: the work and its record are one transaction, whose lock marks the key as running. */
@Injectable()
export class QuickIdempotencyInterceptor extends IdempotencyInterceptor {
  protected once(call: KeyedCall): Promise<unknown> {
    const { owner, key, hash } = call;
    return this.db.transaction(async () => {
      if (!(await this.keys.tryLock(owner.userId, key))) throw inUse();
      const stored = await this.keys.find(owner.userId, key);
      if (stored !== null) return this.replay(stored, call);
      const data = await call.work();
      await this.keys.save(owner, key, {
        request_hash: hash,
        document_id: documentOf(data),
        ...this.seal(data, call),
      });
      return data;
    });
  }
}

/** For long work: a claim, the work without a transaction, the response. A crashed claim can be taken over within minutes. */
@Injectable()
export class SlowIdempotencyInterceptor extends IdempotencyInterceptor {
  private readonly logger = new Logger(SlowIdempotencyInterceptor.name);

  protected async once(call: KeyedCall): Promise<unknown> {
    const { owner, key, hash } = call;
    const claimId = randomUUID();
    if (!(await this.keys.claim(owner, key, hash, claimId))) {
      return this.replay(await this.keys.find(owner.userId, key), call);
    }
    let data: unknown;
    try {
      data = await call.work();
    } catch (error) {
      await this.keys.release(claimId).catch((failure: unknown) => this.logger.warn(failure));
      throw error;
    }
    // The work is done: the caller gets the response even if it cannot be stored.
    await this.keys.complete(claimId, this.seal(data, call)).catch((failure: unknown) => this.logger.warn(failure));
    return data;
  }
}

function documentOf(data: unknown): string | null {
  const { id, document_id: owner } = (data ?? {}) as { id?: unknown; document_id?: unknown };
  return [owner, id].find((value): value is string => typeof value === 'string' && isId('document', value)) ?? null;
}

function inUse(): AppError {
  return AppError.conflict('idempotency_key_in_use', 'A request with this Idempotency-Key is still running');
}

/** Method, path, body (for uploads: fields and file hash) and credential: a response may contain a secret for this credential only. */
function hashOf({ method, url, body }: FastifyRequest, { credential }: Principal): Buffer {
  const sender =
    credential.type === 'session'
      ? credential.sessionId
      : credential.type === 'api_key'
        ? credential.apiKeyId
        : credential.grantId;
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null, sender]))
    .digest();
}
