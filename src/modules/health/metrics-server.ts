import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { MetricSamples } from '../../common/telemetry/metric-samples.js';
import { registry } from '../../common/telemetry/metrics.js';
import { METRICS_OPTIONS, type MetricsOptions } from './metrics-options.js';

/** Who asks for the metrics sends little and waits for them. Milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;

/** The metrics on a port of their own, for networks that clients do not reach; when METRICS_PORT is set. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(MetricsServer.name);
  private server: Server | null = null;

  constructor(
    private readonly samples: MetricSamples,
    @Inject(METRICS_OPTIONS) private readonly options: MetricsOptions,
  ) {}

  /** @throws Error when the port cannot be listened on */
  async onApplicationBootstrap(): Promise<void> {
    const { port, host } = this.options;
    if (port === 0) return;
    this.server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        this.logger.error({ err: error }, 'the metrics could not be given');
        response.destroy();
      });
    });
    this.server.listen(port, host);
    await once(this.server, 'listening');
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
