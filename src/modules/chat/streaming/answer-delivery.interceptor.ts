import { Injectable, Logger, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { ErrorCode } from '../../../common/errors/error-codes.js';
import { acceptsType, EVENT_STREAM, prefersEventStream } from '../../../common/streams/accept.js';
import { eventStream, notAcceptable } from '../../../common/streams/event-stream.js';
import { OpenStreams } from '../../../common/streams/open-streams.js';
import { requirePrincipal } from '../../../common/auth/current-principal.decorator.js';
import { warnClient } from '../../../common/context/request-context.js';
import { onceAborted, whenClosed } from '../../../common/context/when-closed.js';
import { IdempotencyKeyRepository } from '../../../common/idempotency/idempotency-key.repository.js';
import { forgetReplay, isReplayed } from '../../../common/idempotency/replayed.js';
import type { ChatMessage } from '../chat-message.entity.js';
import { ChatService } from '../chat.service.js';
import { CreatedChatSessionResponse, MessageResponse } from '../dto/chat.response.js';
import { UnaskedConversation, type AskedQuestion } from '../message.service.js';
import { INTERRUPTED } from './answer-events.js';
import { AnswerMaker } from './answer-maker.js';
import { AnswerStream, type AnswerReference } from './answer-stream.service.js';

interface Delivery {
  principal: Principal;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Delivers an answer as an event stream, or whole when it has ended. Wraps `@Idempotent()`, so a repetition gets the same answer. */
@Injectable()
export class AnswerDelivery implements NestInterceptor {
  private readonly logger = new Logger(AnswerDelivery.name);

  constructor(
    protected readonly chats: ChatService,
    private readonly streams: AnswerStream,
    private readonly maker: AnswerMaker,
    private readonly open: OpenStreams,
    private readonly keys: IdempotencyKeyRepository,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const principal = requirePrincipal();
    const isStream = this.isStream(request);
    if (isStream) onceAborted(whenClosed(request, reply), this.open.open(principal.userId));
    const delivery = { principal, request, reply };
    return from(
      lastValueFrom(next.handle()).then((asked: AskedQuestion) =>
        isStream ? this.stream(delivery, asked) : this.present(delivery, asked),
      ),
    );
  }

  /** @throws AppError NOT_ACCEPTABLE */
  protected isStream({ headers }: FastifyRequest): boolean {
    return prefersEventStream(headers.accept);
  }

  /** The content of the envelope, when the answer has ended. */
  protected async present(delivery: Delivery, asked: AskedQuestion): Promise<object> {
    return MessageResponse.from(await this.answer(delivery, asked));
  }

  /** @throws AppError what failed the making of the answer */
  protected async answer(delivery: Delivery, { session_id, message_id }: AskedQuestion): Promise<ChatMessage> {
    const { principal, request, reply } = delivery;
    if (message_id === null) throw AppError.notFound('message');
    const asked = { session_id, message_id };
    const closed = whenClosed(request, reply);
    const stop = (): void => void this.giveUp(delivery, asked);
    // An aborted repetition does not stop the answer of the first request.
    if (!isReplayed(reply)) onceAborted(closed, stop);
    const message = await this.streams.whenOver(principal, asked, closed);
    closed.removeEventListener('abort', stop);
    message.remarks.forEach(warnClient);
    if (message.status !== 'failed') return message;
    await this.forgetKey(delivery);
    forgetReplay(reply);
    const failure = message.failure ?? INTERRUPTED;
    throw new AppError(failure.code as ErrorCode, failure.message, { ...failure.details });
  }

  protected stream(delivery: Delivery, asked: AskedQuestion): unknown {
    const { message_id, session_id, last_id: lastId = 0 } = asked;
    if (message_id === null) throw notAcceptable('application/json');
    const { request, reply } = delivery;
    return eventStream(request, reply, () => this.events(delivery, { session_id, message_id }, lastId));
  }

  private async *events(delivery: Delivery, asked: AnswerReference, lastId: number): AsyncGenerator<string> {
    const { principal, request, reply } = delivery;
    yield* this.streams.follow(principal, asked, lastId, whenClosed(request, reply));
    if (request.headers['idempotency-key'] === undefined) return;
    const message = await this.streams.find(principal, asked);
    if (message?.status === 'failed') await this.forgetKey(delivery);
  }

  /** The client disconnected before the end: nobody else waits for the answer. */
  private async giveUp(delivery: Delivery, { message_id: id }: AnswerReference): Promise<void> {
    try {
      if (await this.maker.stop(id)) await this.forgetKey(delivery);
    } catch (error) {
      this.logger.warn({ err: error }, 'an answer that nobody waits for could not be stopped');
    }
  }

  /** A repetition asks again: the stored value is no answer. */
  private async forgetKey({ principal, request }: Delivery): Promise<void> {
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string') await this.keys.forget(principal.userId, key);
  }
}

/** The same for the first answer of a new conversation. */
@Injectable()
export class FirstAnswerDelivery extends AnswerDelivery {
  protected override isStream(request: FastifyRequest): boolean {
    if (!super.isStream(request)) return false;
    const { initial_message: question } = (request.body ?? {}) as { initial_message?: unknown };
    // There is nothing to follow.
    if (question === undefined) throw notAcceptable('application/json');
    return true;
  }

  protected override async present(delivery: Delivery, asked: AskedQuestion): Promise<object> {
    if (asked instanceof UnaskedConversation) return CreatedChatSessionResponse.of(asked.session, []);
    const exchange = asked.message_id === null ? [] : await this.firstExchange(delivery, asked);
    return CreatedChatSessionResponse.of(await this.chats.get(delivery.principal, asked.session_id), exchange);
  }

  private async firstExchange(delivery: Delivery, asked: AskedQuestion): Promise<ChatMessage[]> {
    const answer = await this.firstAnswer(delivery, asked);
    const question = await this.chats.firstQuestion(asked.session_id);
    return question ? [question, answer] : [answer];
  }

  /** A conversation whose first question failed was never reported, so it is removed. */
  private async firstAnswer(delivery: Delivery, asked: AskedQuestion): Promise<ChatMessage> {
    try {
      return await this.answer(delivery, asked);
    } catch (error) {
      await this.chats.delete(delivery.principal, asked.session_id).catch(() => undefined);
      throw error;
    }
  }
}

/** Event streams only. */
@Injectable()
export class StreamDelivery extends AnswerDelivery {
  protected override isStream(): boolean {
    return true;
  }

  /** Checks ownership first: for other users no representation exists. */
  protected override stream(delivery: Delivery, asked: AskedQuestion): unknown {
    if (!acceptsType(delivery.request.headers.accept, EVENT_STREAM)) throw notAcceptable(EVENT_STREAM);
    return super.stream(delivery, asked);
  }
}
