import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { listening } from '../../common/http/address-unavailable.error.js';
import { MetricSamples } from '../../common/telemetry/metric-samples.js';
import { registry } from '../../common/telemetry/metrics.js';
import { METRICS_OPTIONS, type MetricsOptions } from './metrics-options.js';

/** Who asks for the metrics sends little and waits for them. Milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Serves metrics on METRICS_PORT, if set, for networks that clients cannot reach. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(MetricsServer.name);
  private server: Server | null = null;

  constructor(
    private readonly samples: MetricSamples,
    @Inject(METRICS_OPTIONS) private readonly options: MetricsOptions,
  ) {}

  /** @throws AddressUnavailableError */
  async onApplicationBootstrap(): Promise<void> {
    const { port, host } = this.options;
    if (port === 0) return;
    const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        this.logger.error({ err: error }, 'the metrics could not be given');
        response.destroy();
      });
    });
    await listening(() => once(server.listen(port, host), 'listening'), this.options, 'METRICS_HOST or METRICS_PORT');
    // Of a connection that could not be taken. Unheard, it would end the process.
    server.on('error', (error) => this.logger.error({ err: error }, 'a connection to METRICS_PORT was lost'));
    this.server = server;
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async answer({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
    if (method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    const text = await this.samples.text();
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
  }
}
