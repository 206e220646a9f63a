import { Injectable } from '@nestjs/common';
import { AppError } from '../../../common/errors/app-error.js';
import { InteractionsService } from '../server/interactions.service.js';
import { chooseAccountPage, refusalPage, strangerPage } from './views/account.js';
import { Visits, type Visit } from './visits.js';

/** With which account the browser goes on: the end of every way to sign in, and the way out of the wrong account. */
@Injectable()
export class AccountSteps {
  constructor(
    private readonly visits: Visits,
    private readonly interactions: InteractionsService,
  ) {}

  /** On with the session that was just started. For an application of another organization it was ended again. */
  async arrive(visit: Visit, sessionId: string): Promise<void> {
    try {
      await this.interactions.signedIn(visit.request, visit.reply, sessionId);
    } catch (error) {
      if (!(error instanceof AppError) || error.details['reason'] !== 'other_organization') throw error;
      visit.state = { csrf: visit.state.csrf };
      await this.visits.show(visit, strangerPage(this.pageOf(visit)), error.status);
    }
  }

  showChoice(visit: Visit): Promise<void> {
    const { prompt, signedInUser: user } = visit.interaction;
    if (prompt !== 'select_account' || user === null) return this.visits.go(visit);
    return this.visits.show(visit, chooseAccountPage({ ...this.pageOf(visit), user }));
  }

  takeChoice(visit: Visit): Promise<void> {
    const { interaction, request, reply } = visit;
    if (interaction.prompt !== 'select_account') return this.visits.go(visit);
    return this.interactions.accountChosen(request, reply);
  }

  showRefusal(visit: Visit): Promise<void> {
    const { refusal: reason, signedInUser: user } = visit.interaction;
    if (reason === null || user === null) return this.visits.go(visit);
    return this.visits.show(visit, refusalPage({ ...this.pageOf(visit), user, reason }));
  }

  /** Signs in anew, in the same request of the application. */
  async useAnother(visit: Visit): Promise<void> {
    await this.interactions.forgetAccount(visit.request, visit.reply);
    visit.state = { csrf: visit.state.csrf, email: '' };
    return this.visits.go(visit);
  }

  private pageOf(visit: Visit) {
    return { context: this.visits.contextOf(visit), clientName: visit.interaction.client.name };
  }
}
