import type { PartHandler } from './part-xml.js';

/** Title and language (ECMA-376-2, 11). */
export class CoreProperties implements PartHandler {
  readonly values: Record<string, string | undefined> = {};
  private name = '';

  open(name: string): void {
    this.name = name;
  }

  text(text: string): void {
    if (text.trim() !== '') this.values[this.name] = (this.values[this.name] ?? '') + text;
  }

  close(): void {
    this.name = '';
  }
}
