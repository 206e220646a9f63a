import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Header, Headers, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../common/auth/access.decorator.js';
import { AppError } from '../../common/errors/app-error.js';
import { Uncounted } from '../../common/limits/limit.decorators.js';
import { RawResponse } from '../../common/http/raw-response.decorator.js';
import { MetricSamples } from '../../common/telemetry/metric-samples.js';
import { registry } from '../../common/telemetry/metrics.js';
import { METRICS_OPTIONS, type MetricsOptions } from './metrics-options.js';

/** Metrics for clients with METRICS_TOKEN. Without a token configured, the route does not exist. */
@ApiExcludeController()
@Controller()
@Public()
@RawResponse()
@Uncounted()
export class MetricsController {
  constructor(
    private readonly samples: MetricSamples,
    @Inject(METRICS_OPTIONS) private readonly options: MetricsOptions,
  ) {}

  /** Prometheus text format 0.0.4. */
  @Get('metrics')
  @Header('content-type', registry.contentType)
  @Header('cache-control', 'no-store')
  get(@Headers('authorization') authorization?: string): Promise<string> {
    this.requireToken(authorization);
    return this.samples.text();
  }

  /** @throws AppError NOT_FOUND, UNAUTHORIZED */
  private requireToken(authorization = ''): void {
    const { token } = this.options;
    if (token === '') throw new AppError('NOT_FOUND', 'No such route', { resource: 'route' });
    const [, given] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    if (given !== undefined && isSame(given, token)) return;
    const reason = authorization === '' ? 'missing' : 'invalid';
    const headers = { 'www-authenticate': 'Bearer' };
    throw new AppError('UNAUTHORIZED', 'METRICS_TOKEN is required, as a bearer token', { reason }, { headers });
  }
}

/** Hashed, so that the comparison takes constant time. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [given, token].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}
