import { collectDefaultMetrics } from 'prom-client';
import { gauge, registry } from './metrics.js';

const build = gauge('build_info', 'Always 1; the labels say what runs.', ['version', 'node']);

/** Measures the process from now on: its event loop, memory, collections of garbage, handles. To be called once. */
export function observeProcess(version: string): void {
  build.set({ version, node: process.version }, 1);
  collectDefaultMetrics({ register: registry, prefix: 'amks_' });
}
