import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../common/errors/app-error.js';
import type { ClientInfo } from '../../auth/sessions/session.service.js';
import { InteractionsService, type Interaction } from '../server/interactions.service.js';
import { textOf, type Form } from './forms.js';
import { PAGE_HEADERS } from './page-headers.js';
import { PageStates, type PageState } from './page-state.js';
import type { FormContext } from './views/form.js';
import { onwardPage } from './views/notices.js';

export interface PageRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  interaction: Interaction;
  /** Written back with the response. */
  state: PageState;
}

/** Validates requests for pages and forms, and sends the responses. */
@Injectable()
export class PageRequests {
  constructor(
    private readonly interactions: InteractionsService,
    private readonly states: PageStates,
  ) {}

  /** @throws AppError GONE when the interaction has expired or belongs to another browser */
  async open(request: FastifyRequest, reply: FastifyReply): Promise<PageRequest> {
    const interaction = await this.interactions.details(request, reply);
    const state = this.states.read(request, interaction.uid) ?? this.states.create();
    return { request, reply, interaction, state };
  }

  /**
   * {@link open} for a form. The CSRF token must match the cookie, which other sites cannot read, and Fetch Metadata,
   * if sent, must name our own origin.
   * @throws AppError FORBIDDEN (csrf)
   */
  async submitted(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<PageRequest> {
    const pageRequest = await this.open(request, reply);
    const site = request.headers['sec-fetch-site'] ?? 'same-origin';
    if (site !== 'same-origin' || !isSame(textOf(form, 'csrf'), pageRequest.state.csrf)) {
      throw new AppError('FORBIDDEN', 'The form was not sent from a page of this service', { reason: 'csrf' });
    }
    return pageRequest;
  }

  /** Renders a page; the problem or notice is shown once. */
  async show({ reply, interaction, state }: PageRequest, page: string, status = 200): Promise<void> {
    delete state.problem;
    delete state.notice;
    this.states.write(reply, interaction.uid, state);
    await reply.status(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page);
  }

  /** Redirects to another step with GET, so that going back or reloading does not resubmit a form. */
  async go({ reply, interaction, state }: PageRequest, step = ''): Promise<void> {
    this.states.write(reply, interaction.uid, state);
    const base = this.states.pathOf(interaction.uid);
    await leadTo(reply, step === '' ? base : `${base}/${step}`);
  }

  /** Redirects to another host after a form. */
  async leave({ reply }: PageRequest, address: string): Promise<void> {
    const page = onwardPage(this.states.root, address);
    await reply.status(200).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page);
  }

  contextOf({ interaction, state }: PageRequest): FormContext {
    return { root: this.states.root, base: this.states.pathOf(interaction.uid), csrf: state.csrf };
  }

  clientOf({ request }: PageRequest): ClientInfo {
    return { device: request.headers['user-agent']?.slice(0, 200) ?? null, ip: request.ip };
  }
}

/** 303: the browser continues with GET. */
export async function leadTo(reply: FastifyReply, location: string): Promise<void> {
  await reply.headers(PAGE_HEADERS).status(303).header('location', location).send();
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
