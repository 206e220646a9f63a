import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../common/errors/app-error.js';
import { InteractionsService } from '../../server/interactions.service.js';
import { chooseAccountPage, refusalPage, strangerPage } from '../views/account.js';
import { PageRequests, type PageRequest } from '../page-requests.service.js';

@Injectable()
export class AccountSteps {
  constructor(
    private readonly pageRequests: PageRequests,
    private readonly interactions: InteractionsService,
  ) {}

  /** Continues with the new session, unless it belongs to another organization and was ended. */
  async arrive(pageRequest: PageRequest, sessionId: string): Promise<void> {
    try {
      await this.interactions.signedIn(pageRequest.request, pageRequest.reply, sessionId);
    } catch (error) {
      if (!(error instanceof AppError) || error.details['reason'] !== 'other_organization') throw error;
      pageRequest.state = { csrf: pageRequest.state.csrf };
      await this.pageRequests.show(pageRequest, strangerPage(this.pageOf(pageRequest)), error.status);
    }
  }

  showChoice(pageRequest: PageRequest): Promise<void> {
    const { prompt, signedInUser: user } = pageRequest.interaction;
    if (prompt !== 'select_account' || user === null) return this.pageRequests.go(pageRequest);
    return this.pageRequests.show(pageRequest, chooseAccountPage({ ...this.pageOf(pageRequest), user }));
  }

  takeChoice(pageRequest: PageRequest): Promise<void> {
    const { interaction, request, reply } = pageRequest;
    if (interaction.prompt !== 'select_account') return this.pageRequests.go(pageRequest);
    return this.interactions.accountChosen(request, reply);
  }

  showRefusal(pageRequest: PageRequest): Promise<void> {
    const { refusal: reason, signedInUser: user } = pageRequest.interaction;
    if (reason === null || user === null) return this.pageRequests.go(pageRequest);
    return this.pageRequests.show(pageRequest, refusalPage({ ...this.pageOf(pageRequest), user, reason }));
  }

  /** Signs in again within the same authorization request. */
  async useAnother(pageRequest: PageRequest): Promise<void> {
    await this.interactions.forgetAccount(pageRequest.request, pageRequest.reply);
    pageRequest.state = { csrf: pageRequest.state.csrf, email: '' };
    return this.pageRequests.go(pageRequest);
  }

  private pageOf(pageRequest: PageRequest) {
    return { context: this.pageRequests.contextOf(pageRequest), clientName: pageRequest.interaction.client.name };
  }
}
