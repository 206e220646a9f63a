import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../common/auth/access.decorator.js';
import { RawResponse } from '../../common/http/raw-response.decorator.js';
import { Uncounted } from '../../common/limits/limit.decorators.js';
import { HealthService, type Readiness } from './health.service.js';

/** Probes for process managers and load balancers, without envelope, authentication or rate limits. */
@ApiExcludeController()
@Controller()
@Public()
@RawResponse()
@Uncounted()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** The process is running. */
  @Get('healthz')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Returns 200 if database, index and models are available; 503 if not, and during shutdown. */
  @Get('readyz')
  ready(): Promise<Readiness> {
    return this.health.requireReady();
  }
}
