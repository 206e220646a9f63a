import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A temporary folder with these files. */
export class TestFolder {
  readonly root = mkdtempSync(path.join(os.tmpdir(), 'amk-'));

  constructor(files: Record<string, string | Uint8Array> = {}) {
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  write(name: string, content: string | Uint8Array): void {
    mkdirSync(path.dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), content);
  }

  at(name: string): string {
    return path.join(this.root, name);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
