import { ModelError } from '../model-endpoint/model-error.js';

/** Timeouts of a streamed answer: for its first piece of text, then for each further one. */
export class StreamTimeout {
  readonly signal: AbortSignal;
  private readonly control = new AbortController();
  private timer: NodeJS.Timeout;

  /** @param ending another signal that ends the answer */
  constructor(
    ending: AbortSignal,
    private readonly limits: { firstTokenMs: number; idleMs: number },
  ) {
    this.signal = AbortSignal.any([ending, this.control.signal]);
    this.timer = this.start(limits.firstTokenMs, 'the model did not begin to answer in time');
  }

  /** To be called for each piece of text. */
  renew(): void {
    clearTimeout(this.timer);
    this.timer = this.start(this.limits.idleMs, 'the model stopped in the middle of its answer');
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private start(ms: number, message: string): NodeJS.Timeout {
    return setTimeout(() => this.control.abort(new ModelError('timeout', message)), ms);
  }
}
