import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../common/auth/access.decorator.js';
import { RawResponse } from '../../common/http/raw-response.decorator.js';
import { Uncounted } from '../../common/http/counted.decorator.js';
import { HealthService, type Readiness } from './health.service.js';

/** Probes for process managers and load balancers, at the root, without envelope, credentials or limits. */
@ApiExcludeController()
@Controller()
@Public()
@RawResponse()
@Uncounted()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** The process lives. */
  @Get('healthz')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The database answers and index and models serve; 503 otherwise and while the process is stopping. */
  @Get('readyz')
  ready(): Promise<Readiness> {
    return this.health.requireReady();
  }
}
