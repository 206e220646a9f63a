const BAR_WIDTH = 30;

/** Progress on standard error: a bar on a terminal, otherwise a line per file. */
export class ProgressDisplay {
  private shown = -1;
  private readonly startedAt = performance.now();

  constructor(
    private readonly title: string,
    private readonly output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
  ) {}

  update(done: number, total: number, pages: number): void {
    if (this.output.isTTY) {
      const filled = Math.round((BAR_WIDTH * done) / Math.max(1, total));
      const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
      this.output.write(`\r${this.title} ${bar} ${done}/${total} files, ${pages} pages`);
    } else if (done !== this.shown) {
      this.output.write(`${this.title}: ${done} of ${total} files, ${pages} pages\n`);
    }
    this.shown = done;
  }

  finish(): void {
    const seconds = ((performance.now() - this.startedAt) / 1000).toFixed(1);
    this.output.write(`${this.output.isTTY ? '\n' : ''}${this.title}: done in ${seconds} s\n`);
  }
}
