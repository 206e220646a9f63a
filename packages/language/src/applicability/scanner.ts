/** Reads at a place of a statement: normalized, upper case. */
export class Scanner {
  at = 0;

  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Matches the pattern here and moves behind it. @param pattern sticky */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  /** As {@link take}, without moving. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Undoes what a reading that found nothing has taken. */
  attempt<T>(read: () => T | null): T | null {
    const start = this.at;
    const found = read();
    if (found === null) this.at = start;
    return found;
  }
}

/** Of an aircraft, in sentences. */
export const AIRCRAFT = String.raw`(?:AIRCRAFT|AIRPLANES?|AEROPLANES?|HELICOPTERS?|A\/C)`;
/** The word ends here. */
export const END = String.raw`(?![A-Z0-9])`;
