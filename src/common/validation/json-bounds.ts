import type { FieldIssue } from '../errors/app-error.js';

/** Bounds of every JSON body, query and form. Fields can have narrower ones. */
export const INPUT_BOUNDS = {
  /** Fields of an object, or query parameters. */
  keys: 200,
  /** Elements of an array. */
  elements: 1_000,
  /** Objects, arrays and scalars, including the body itself. */
  values: 10_000,
  /** Nesting depth. */
  depth: 32,
  /** Characters of a field name. */
  name: 256,
} as const;

export const EXCESS: Readonly<Record<keyof typeof INPUT_BOUNDS, string>> = {
  keys: `must have at most ${INPUT_BOUNDS.keys} fields`,
  elements: `must have at most ${INPUT_BOUNDS.elements} elements`,
  values: `must have at most ${INPUT_BOUNDS.values} values`,
  depth: 'is nested too deeply',
  name: `has a field with a name of more than ${INPUT_BOUNDS.name} characters`,
};

interface Container {
  isArray: boolean;
  size: number;
  /** Position of the latest member's name. */
  name: readonly [start: number, end: number];
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/** The first excess of {@link INPUT_BOUNDS}, or null. Allocates nothing; JSON.parse can take twenty times as long and judges validity. */
export function findExcess(json: string): FieldIssue | null {
  const open: Container[] = [];
  let inner: Container | undefined;
  let values = 1;
  let lastString: Container['name'] = [0, 0];
  const fieldOf = (containers: Container[]): string =>
    open[0]?.isArray ? 'body' : containers.map((one) => nameIn(json, one)).join('.') || 'body';

  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (char <= SPACE) continue;
    if (inner && beginsValue(char, inner)) {
      inner.size += 1;
      inner.name = lastString;
      values += 1;
      const bound = inner.isArray ? 'elements' : 'keys';
      if (inner.size > INPUT_BOUNDS[bound]) return { field: fieldOf(open.slice(0, -1)), issue: EXCESS[bound] };
      if (values > INPUT_BOUNDS.values) return { field: 'body', issue: EXCESS.values };
      if (!inner.isArray && lastString[1] - lastString[0] > INPUT_BOUNDS.name) {
        return { field: fieldOf(open.slice(0, -1)), issue: EXCESS.name };
      }
    }
    if (char === QUOTE) {
      const end = endOfString(json, at + 1);
      lastString = [at + 1, end];
      at = end;
    } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      if (open.length === INPUT_BOUNDS.depth) return { field: fieldOf(open.slice(0, 1)), issue: EXCESS.depth };
      inner = { isArray: char === OPEN_BRACKET, size: 0, name: [0, 0] };
      open.push(inner);
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      open.pop();
      inner = open.at(-1);
    }
  }
  return null;
}

/** Whether another value starts: after a name in an object, at the start and after commas in an array. */
function beginsValue(char: number, { isArray, size }: Container): boolean {
  if (!isArray) return char === COLON;
  return char === COMMA || (size === 0 && char !== CLOSE_BRACKET);
}

function nameIn(json: string, { isArray, size, name: [start, end] }: Container): string {
  return isArray ? String(size - 1) : json.slice(start, end);
}

/** Position of the closing quote. */
function endOfString(json: string, start: number): number {
  let at = start;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
