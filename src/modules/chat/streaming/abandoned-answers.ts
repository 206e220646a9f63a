import { Injectable } from '@nestjs/common';
import { AnswerStateRepository } from './answer-state.repository.js';

/** Ends the answers of dead processes, so that clients do not wait for them. */
@Injectable()
export class AbandonedAnswers {
  constructor(private readonly states: AnswerStateRepository) {}

  /** Fails answers of the conversation, or of all, whose maker is dead. Returns whether there were any. */
  async fail(sessionId: string | null): Promise<boolean> {
    const ids = await this.states.findAbandoned(sessionId);
    for (const id of ids) await this.states.endEarly(id, 'failed');
    return ids.length > 0;
  }

  async run(): Promise<void> {
    await this.fail(null);
    await this.states.deleteOldEvents();
  }
}
