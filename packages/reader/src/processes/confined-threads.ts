import { syncBuiltinESMExports } from 'node:module';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';

/**
 * Restricts threads started from now on to the rights of this process. Node's permission model does not restrict a thread started with its
 * own options (`execArgv`, `NODE_OPTIONS`), so these are dropped, and code that is not a file is rejected.
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
  // Instances also lead to the class.
  Worker.prototype.constructor = confined;
  workerThreads.Worker = confined;
  syncBuiltinESMExports();
}
