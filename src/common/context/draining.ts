import { Injectable } from '@nestjs/common';

/** Stop signal to exit: requests are answered, but /readyz fails and responses close connections, so clients move to other nodes. */
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
