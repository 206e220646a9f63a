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

/** One request of a browser for a page of an interaction. */
export interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  interaction: Interaction;
  /** Goes back to the browser with the answer. */
  state: PageState;
}

/** What every page and every form needs before anything else, and how they are answered. */
@Injectable()
export class Visits {
  constructor(
    private readonly interactions: InteractionsService,
    private readonly states: PageStates,
  ) {}

  /** @throws AppError GONE when the interaction is over or another browser's */
  async open(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const interaction = await this.interactions.details(request, reply);
    const state = this.states.read(request, interaction.uid) ?? this.states.create();
    return { request, reply, interaction, state };
  }

  /**
   * The same for a form, which has to come from a page that this browser got of us: its token is that of the cookie, which
   * no other site can read, and browsers that say where a form comes from (Fetch Metadata) say so.
   *
   * @throws AppError FORBIDDEN (csrf)
   */
  async submitted(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<Visit> {
    const visit = await this.open(request, reply);
    const site = request.headers['sec-fetch-site'] ?? 'same-origin';
    if (site !== 'same-origin' || !isSame(textOf(form, 'csrf'), visit.state.csrf)) {
      throw new AppError('FORBIDDEN', 'The form does not come from our page', { reason: 'csrf' });
    }
    return visit;
  }

  /** Answers with a page; a problem or a notice has been told by then. */
  async show({ reply, interaction, state }: Visit, page: string, status = 200): Promise<void> {
    delete state.problem;
    delete state.notice;
    this.states.write(reply, interaction.uid, state);
    await reply.status(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page);
  }

  /** Sends the browser on to another step, with a GET: no form is sent again by going back or loading anew. */
  async go({ reply, interaction, state }: Visit, step = ''): Promise<void> {
    this.states.write(reply, interaction.uid, state);
    const base = this.states.pathOf(interaction.uid);
    await leadTo(reply, step === '' ? base : `${base}/${step}`);
  }

  /** Answers a form by leading the browser to another host. */
  async leave({ reply }: Visit, address: string): Promise<void> {
    const page = onwardPage(this.states.root, address);
    await reply.status(200).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page);
  }

  /** What all forms of a page need. */
  contextOf({ interaction, state }: Visit): FormContext {
    return { root: this.states.root, base: this.states.pathOf(interaction.uid), csrf: state.csrf };
  }

  /** Device and address, for the session that may be started. */
  clientOf({ request }: Visit): ClientInfo {
    return { device: request.headers['user-agent']?.slice(0, 200) ?? null, ip: request.ip };
  }
}

/** 303: the browser goes on with a GET. */
export async function leadTo(reply: FastifyReply, location: string): Promise<void> {
  await reply.headers(PAGE_HEADERS).status(303).header('location', location).send();
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
