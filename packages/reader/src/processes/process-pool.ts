/** A process that handles one task at a time. */
export interface PooledProcess {
  /** Whether it has ended or cannot be used again. */
  readonly isOver: boolean;
  kill(): void;
}

export interface ProcessPoolOptions<P> {
  start: () => P;
  /** Processes, running and idle, beyond which idle ones of other owners end. */
  max_processes: number;
  /** Time that an idle process is kept for its owner. Milliseconds. */
  linger_ms: number;
  /** Tasks after which a process is replaced, to free the memory of its libraries. */
  max_tasks: number;
  /** Time that one unused process is kept ready for any owner; none is kept without it. Milliseconds. */
  spare_ms?: number;
  /** Whether a process is kept after this error of a task; it ends by default. */
  survives?: (error: unknown) => boolean;
}

/** No task starts after `close`. */
export class PoolClosedError extends Error {
  override readonly name = 'PoolClosedError';
}

interface Idle<P> {
  process: P;
  /** Null before its first task. */
  owner: string | null;
  tasks: number;
  timer: NodeJS.Timeout;
}

/** Keeps processes for the next task of the same owner: loading their libraries is slow. A process only ever works for one owner. */
export class ProcessPool<P extends PooledProcess> {
  private readonly running = new Set<P>();
  private idle: Idle<P>[] = [];
  private isClosed = false;

  constructor(private readonly options: ProcessPoolOptions<P>) {}

  /**
   * Runs a task in an idle process of the owner, or in a new one.
   * @param work `tasks` is the number of earlier tasks of the process
   * @throws PoolClosedError; errors of the task
   */
  async use<T>(owner: string, work: (process: P, tasks: number) => Promise<T>): Promise<T> {
    this.prepare();
    const own = this.take(owner);
    if (own) return this.run(own.process, owner, own.tasks, work);
    this.makeRoom();
    return this.run(this.take(null)?.process ?? this.options.start(), owner, 0, work);
  }

  /** Like `use`, in a process that has done no other task. */
  async useNew<T>(owner: string, work: (process: P, tasks: number) => Promise<T>): Promise<T> {
    this.prepare();
    this.makeRoom();
    return this.run(this.options.start(), owner, 0, work);
  }

  /** Ends all processes; tasks in progress fail. */
  close(): void {
    this.isClosed = true;
    for (const one of [...this.idle]) this.end(one);
    for (const process of this.running) process.kill();
  }

  private async run<T>(
    process: P,
    owner: string,
    tasks: number,
    work: (process: P, tasks: number) => Promise<T>,
  ): Promise<T> {
    this.running.add(process);
    try {
      const result = await work(process, tasks);
      this.keep(process, owner, tasks + 1);
      return result;
    } catch (error) {
      if (this.options.survives?.(error)) this.keep(process, owner, tasks + 1);
      else process.kill();
      throw error;
    } finally {
      this.running.delete(process);
      this.keepSpare();
    }
  }

  private prepare(): void {
    if (this.isClosed) throw new PoolClosedError();
    for (const one of this.idle.filter(({ process }) => process.isOver)) this.remove(one);
  }

  /** Ends idle processes of other owners before another one works: all of them together could exceed the memory of the machine. */
  private makeRoom(): void {
    const owned = this.idle.filter(({ owner }) => owner !== null);
    const excess = this.running.size + owned.length + 1 - this.options.max_processes;
    for (const one of owned.slice(0, Math.max(0, excess))) this.end(one);
  }

  private take(owner: string | null): Idle<P> | undefined {
    const found = this.idle.find((one) => one.owner === owner);
    if (found) this.remove(found);
    return found;
  }

  private keep(process: P, owner: string | null, tasks: number): void {
    const { linger_ms, spare_ms, max_tasks } = this.options;
    if (process.isOver) return;
    if (this.isClosed || tasks >= max_tasks) return process.kill();
    const timer = setTimeout(() => this.end(idle), owner === null ? spare_ms : linger_ms).unref();
    const idle: Idle<P> = { process, owner, tasks, timer };
    this.idle.push(idle);
  }

  private keepSpare(): void {
    if (this.options.spare_ms === undefined || this.isClosed) return;
    if (!this.idle.some(({ owner }) => owner === null)) this.keep(this.options.start(), null, 0);
  }

  private end(idle: Idle<P>): void {
    this.remove(idle);
    idle.process.kill();
  }

  private remove(idle: Idle<P>): void {
    clearTimeout(idle.timer);
    this.idle = this.idle.filter((one) => one !== idle);
  }
}
