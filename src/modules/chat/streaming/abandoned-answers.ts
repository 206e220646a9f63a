import { Injectable } from '@nestjs/common';
import { HourlyTask } from '../../../common/hourly-task.js';
import { AnswerStateRepository } from './answer-state.repository.js';

/** Ends what was left by processes that died: nobody waits for an answer that nobody makes. */
@Injectable()
export class AbandonedAnswers extends HourlyTask {
  constructor(private readonly states: AnswerStateRepository) {
    super();
  }

  /** Answers of the conversation, or of all, whose maker is dead have failed. Answers whether there were any. */
  async fail(sessionId: string | null): Promise<boolean> {
    const ids = await this.states.findAbandoned(sessionId);
    for (const id of ids) await this.states.endEarly(id, 'failed');
    return ids.length > 0;
  }

  protected async run(): Promise<void> {
    await this.fail(null);
    await this.states.deleteOldEvents();
  }
}
