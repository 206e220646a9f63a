import { fraction, root } from '../text/math-text.js';
import { lowered, raised } from '../text/raised-text.js';
import { UNKNOWN_CHARACTER } from '../text/text-cleanup.js';

const EQ = /^\s*EQ(?=[\s\\])/i;
const SWITCH = /\\([a-z]{1,2})\s{0,9}\d{0,3}\s{0,9}/iy;

/** Maximum nested brackets; Word's own dialog never made more. */
const MAX_DEPTH = 8;
const MAX_LENGTH = 2_000;

/** Thrown for a formula that cannot be written on one line. */
class Unreadable extends Error {}

/** The formula of an EQ field (ECMA-376-1, 17.16.5.17): `\f`, `\r`, `\s`. Null for other fields; a placeholder for other formulas. */
export function equation(instruction: string): { text: string; isDoubtful: boolean } | null {
  const start = EQ.exec(instruction)?.[0].length;
  if (start === undefined) return null;
  try {
    if (instruction.length > MAX_LENGTH) throw new Unreadable();
    return { text: new EquationReader(instruction, start).read(), isDoubtful: false };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { text: UNKNOWN_CHARACTER, isDoubtful: true };
  }
}

class EquationReader {
  constructor(
    private readonly source: string,
    private at: number,
  ) {}

  read(): string {
    const text = this.sequence('', 0);
    if (this.at < this.source.length) throw new Unreadable();
    return text;
  }

  /** Text and switches up to one of the characters of `end`. */
  private sequence(end: string, depth: number): string {
    if (depth > MAX_DEPTH) throw new Unreadable();
    let text = '';
    for (; this.at < this.source.length && !end.includes(this.source.charAt(this.at));) {
      const character = this.source.charAt(this.at);
      if (character === '\\') text += this.command(depth);
      else {
        this.at += 1;
        if (character === '(') text += `(${this.sequence(')', depth + 1)}${this.close()}`;
        else text += character;
      }
    }
    return depth === 0 ? text.trim() : text;
  }

  private command(depth: number): string {
    // Characters with a special meaning unless escaped.
    const escaped = /\\([\\(),;])/y;
    escaped.lastIndex = SWITCH.lastIndex = this.at;
    const sign = escaped.exec(this.source);
    const name = SWITCH.exec(this.source);
    this.at += (sign ?? name)?.[0].length ?? 0;
    if (sign) return sign[1]!;
    switch (name?.[1]!.toLowerCase()) {
      case 'f': {
        const [above, below, ...others] = this.operands(depth);
        if (above === undefined || below === undefined || others.length > 0) throw new Unreadable();
        return fraction(above.trim(), below.trim());
      }
      case 'r': {
        const operands = this.operands(depth);
        if (operands.length > 2) throw new Unreadable();
        return operands.length === 2 ? root(operands[1]!, operands[0]) : root(operands[0]!);
      }
      case 's':
        // `\s` precedes raised or lowered text.
        if (this.source.charAt(this.at) === '(') throw new Unreadable();
        return '';
      case 'up':
        return raised(this.operand(depth));
      case 'do':
        return lowered(this.operand(depth));
      default:
        throw new Unreadable();
    }
  }

  private operand(depth: number): string {
    const [only, ...others] = this.operands(depth);
    if (others.length > 0) throw new Unreadable();
    return only!;
  }

  /** `(1,2)`, or `(1;2)` if the comma is the decimal sign. */
  private operands(depth: number): string[] {
    if (this.source.charAt(this.at) !== '(') throw new Unreadable();
    const from = this.at;
    for (const separator of [';', ',']) {
      this.at = from + 1;
      const operands = [this.sequence(`${separator})`, depth + 1)];
      while (this.source.charAt(this.at) === separator) {
        this.at += 1;
        operands.push(this.sequence(`${separator})`, depth + 1));
      }
      this.close();
      if (operands.length > 1 || separator === ',') return operands;
    }
    throw new Unreadable();
  }

  private close(): string {
    if (this.source.charAt(this.at) !== ')') throw new Unreadable();
    this.at += 1;
    return ')';
  }
}
