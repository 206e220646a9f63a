import { syncBuiltinESMExports } from 'node:module';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';

/**
 * From now on, threads of this process have its rights. Under Node's permission model a thread that is started with options
 * of its own (`execArgv`, `NODE_OPTIONS`) is not restricted; so those are left out, and code that is no file is refused.
 */
export function confineThreads(): void {
  const { Worker } = workerThreads;
  const confined = new Proxy(Worker, {
    construct(target, [file, options = {}]: [string | URL, WorkerOptions?]) {
      const isFile = typeof file === 'string' || file.protocol === 'file:';
      if (options.eval || !isFile) throw new Error('a thread of a parser runs a file');
      return new target(file, { ...options, execArgv: undefined, env: undefined });
    },
  });
  // Instances lead to the class as well.
  Worker.prototype.constructor = confined;
  workerThreads.Worker = confined;
  syncBuiltinESMExports();
}
