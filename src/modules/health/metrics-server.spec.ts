import http, { type Server } from 'node:http';
import { Logger } from '@nestjs/common';
import { freePort } from '../../common/runtime/free-port.js';
import { MetricSamples } from '../../common/telemetry/metric-samples.js';
import { MetricsServer } from './metrics-server.js';

describe('the metrics on a port of their own', () => {
  afterEach(() => jest.restoreAllMocks());

  it('are given on when a connection could not be taken', async () => {
    const created = jest.spyOn(http, 'createServer');
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const port = await freePort();
    const metrics = new MetricsServer(new MetricSamples(), { token: '', port, host: '127.0.0.1' });
    await metrics.onApplicationBootstrap();
    const server = created.mock.results[0]!.value as Server;
    const error = new Error('accept ENFILE');
    server.emit('error', error);
    expect(logged).toHaveBeenCalledWith({ err: error }, expect.any(String));
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('# TYPE amks_')]);
    metrics.beforeApplicationShutdown();
  });
});
