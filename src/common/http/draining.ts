import { Injectable } from '@nestjs/common';

/**
 * The time from the signal to stop until the process is gone: it still answers, but /readyz says no, and each answer closes
 * its connection, so that load balancers and clients go to another node by and by.
 */
@Injectable()
export class Draining {
  private begun = false;

  get isUnderWay(): boolean {
    return this.begun;
  }

  begin(): void {
    this.begun = true;
  }
}
