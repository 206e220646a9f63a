import { TestFolder } from '../../../sdk/test/support/test-folder.js';
import { startAmk, type RunningTool, type ToolResult } from '../service/command-line.js';

/** A user's machine: a home folder, and `amk` in it with nothing of the developer's settings. */
export class Machine {
  readonly home = new TestFolder();
  private readonly started: RunningTool[] = [];

  constructor(private readonly env: () => Record<string, string>) {}

  start(args: string[], env: Record<string, string> = {}): RunningTool {
    const own = { HOME: this.home.root, XDG_CONFIG_HOME: this.home.at('config'), TMPDIR: this.home.root };
    const tool = startAmk(args, { ...own, ...this.env(), ...env }, this.home.root);
    this.started.push(tool);
    return tool;
  }

  run(...args: string[]): Promise<ToolResult> {
    return this.start(args).ended;
  }

  /** The document that a command with `--json` prints. @throws Error unless it is the only output of a success */
  async json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
    const { code, output, errors } = await this.run(...args, '--json');
    if (code !== 0 || errors !== '') throw new Error(`amk ${args.join(' ')} ended with ${code}: ${errors}`);
    return JSON.parse(output) as T;
  }

  /** Ends what still runs. */
  remove(): void {
    for (const tool of this.started) tool.kill();
    this.home.remove();
  }
}
