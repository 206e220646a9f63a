import { ModelError } from '../model-endpoint/model-error.js';

/** How long an answer is waited for: for its first piece of text, then for each further one. */
export class Patience {
  readonly signal: AbortSignal;
  private readonly control = new AbortController();
  private timer: NodeJS.Timeout;

  /** @param ending whatever else ends the waiting */
  constructor(
    ending: AbortSignal,
    private readonly limits: { firstTokenMs: number; idleMs: number },
  ) {
    this.signal = AbortSignal.any([ending, this.control.signal]);
    this.timer = this.start(limits.firstTokenMs, 'the model did not begin to answer in time');
  }

  /** There was a piece of text. */
  renew(): void {
    clearTimeout(this.timer);
    this.timer = this.start(this.limits.idleMs, 'the model stopped in the middle of its answer');
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private start(ms: number, words: string): NodeJS.Timeout {
    return setTimeout(() => this.control.abort(new ModelError('timeout', words)), ms);
  }
}
