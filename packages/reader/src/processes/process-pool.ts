/** A process that handles one task at a time. */
export interface PooledProcess {
  /** Whether it has ended or cannot be used again. */
  readonly isOver: boolean;
  kill(): void;
}

export interface ProcessPoolOptions<P> {
  start: () => P;
  /** Idle processes kept for their owners. */
  max_idle: number;
  /** Time that an idle process is kept for its owner. Milliseconds. */
  linger_ms: number;
  /** Tasks after which a process is replaced, to free the memory of its libraries. */
  max_tasks: number;
  /** Time that one unused process is kept ready for any owner; none is kept without it. Milliseconds. */
  spare_ms?: number;
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
   * Runs a task in an idle process of the owner, or in a new one. A task that fails ends its process.
   * @param work `tasks` is the number of earlier tasks of the process
   */
  use<T>(owner: string, work: (process: P, tasks: number) => Promise<T>): Promise<T> {
    const { process, tasks } = this.take(owner) ?? { process: this.options.start(), tasks: 0 };
    return this.run(process, owner, tasks, work);
  }

  /** Like `use`, in a process that has done no other task. */
  useNew<T>(owner: string, work: (process: P, tasks: number) => Promise<T>): Promise<T> {
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
      process.kill();
      throw error;
    } finally {
      this.running.delete(process);
      this.keepSpare();
    }
  }

  private take(owner: string): Idle<P> | undefined {
    this.idle = this.idle.filter(({ process }) => !process.isOver);
    const found = this.idle.find((one) => one.owner === owner) ?? this.idle.find((one) => one.owner === null);
    if (found) this.remove(found);
    return found;
  }

  private keep(process: P, owner: string | null, tasks: number): void {
    const { linger_ms, spare_ms, max_tasks, max_idle } = this.options;
    if (process.isOver) return;
    if (this.isClosed || tasks >= max_tasks) return process.kill();
    const timer = setTimeout(() => this.end(idle), owner === null ? spare_ms : linger_ms).unref();
    const idle: Idle<P> = { process, owner, tasks, timer };
    this.idle.push(idle);
    const owned = this.idle.filter((one) => one.owner !== null);
    if (owned.length > max_idle) this.end(owned[0]!);
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
