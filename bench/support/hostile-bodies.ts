/** A JSON schema, as far as `openapi.json` uses it for bodies and parameters. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  maximum?: number;
  minimum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** Units of repeated texts, to find regular expressions and parsers with superlinear time. */
export const TEXTS = [
  ...[
    'a',
    ' ',
    'a ',
    '\t',
    '😀',
    'e\u0301',
    '\u00ad',
    '-',
    '.',
    'a.',
    '@',
    'a@',
    '"',
    '"a" ',
    '-a ',
    '\\',
    '%',
    '1',
    '1,',
    '0.',
  ],
  ...[
    '[',
    '![](',
    '](',
    '*',
    '**a',
    '_',
    '`',
    '> ',
    '* ',
    '<',
    '<a ',
    '&',
    '&amp',
    '|',
    '#',
    '(',
    '{',
    '~',
    '\n',
    'http://a.',
  ],
  // All different, for comparisons and lookups.
  ...['w', 'figure ', 'A-10'].map((start) =>
    Array.from({ length: 900 }, (_, i) => `${start}${i.toString(20)}`).join(' '),
  ),
  ...['32-41-11 ', '270 N·m ', 'A320-214, ', 'WARNING: a. ', 'torque the wheel nut ', 'MS20470AD4-5 ', 'a\u202e', 'ß'],
];

/** Display form of a unit. */
export function named(unit: string): string {
  const text = JSON.stringify(unit);
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…"` : text;
}

/** Length of texts without a limit in their schema. */
const UNBOUNDED_TEXT = 100_000;
const MAX_ELEMENTS = 1_000;
const MAX_NAME = 24;

/** JSON texts of up to `bytes` bytes that match no schema, by the resource they exhaust. */
export function shapelessBodies(bytes: number, firstField: string): Record<string, string> {
  const fill = (part: (index: number) => string, before: string, after: string): string => {
    const parts: string[] = [];
    let left = bytes - before.length - after.length;
    for (let index = 0; ; index += 1) {
      const next = part(index);
      left -= next.length + 1;
      if (left < 0) return before + parts.join(',') + after;
      parts.push(next);
    }
  };
  const levels = Math.floor(bytes / 2) - 20;
  const escaped = '\\ud83d\\ude00'.repeat(Math.floor(bytes / 12) - 20);
  return {
    fields: fill((index) => `"${index.toString(36)}":1`, '{', '}'),
    'fields in 9,900 objects': fill((index) => `{"${index % 9_900}":1}`, `{"${firstField}":[`, ']}'),
    'values as allowed': fill(
      (index) => (index < 10 ? `"k${index}":[${'{},'.repeat(985)}{}]` : ''),
      '{',
      '"k":1}',
    ).replace(/,+"k":1}$/, '}'),
    'empty objects': fill(() => '{}', `{"${firstField}":[`, ']}'),
    texts: fill(() => '""', `{"${firstField}":[`, ']}'),
    levels: `{"${firstField}":${'['.repeat(levels)}${']'.repeat(levels)}}`,
    escapes: `{"${firstField}":"${escaped}"}`,
    digits: `{"${firstField}":${'9'.repeat(bytes - 100)}}`,
    'a long name': `{"${'x'.repeat(bytes - 20)}":1}`,
    'no JSON': `{"${firstField}":"${'\\"'.repeat(levels)}`,
  };
}

/** Valid or nearly valid values of maximum size for a schema; each text repeats `unit`. */
export class LargestValues {
  constructor(
    private readonly schemas: Record<string, Schema>,
    private readonly unit: string,
    private readonly unbounded = UNBOUNDED_TEXT,
  ) {}

  /** @param known field values by name, such as existing ids */
  of(schema: Schema, known: Record<string, unknown> = {}): unknown {
    const { enum: values, type, items, properties } = this.resolve(schema);
    if (values) return values[0];
    if (properties) {
      const entries = Object.entries(properties).map(([name, its]) => [name, known[name] ?? this.of(its, known)]);
      return Object.fromEntries(entries) as unknown;
    }
    if (items) {
      const count = Math.min(this.resolve(schema).maxItems ?? MAX_ELEMENTS, MAX_ELEMENTS);
      const element = this.of(items, known);
      // Equal except for the end, which is the most expensive to compare.
      return Array.from({ length: count }, (_, index) =>
        typeof element === 'string' && !this.resolve(items).enum
          ? element.slice(0, -5) + String(index).padStart(5)
          : element,
      );
    }
    return this.scalar(schema, type);
  }

  /** Follows references and the first alternative. */
  resolve(schema: Schema): Schema {
    const { $ref, allOf, anyOf, oneOf, ...rest } = schema;
    const next = $ref ? this.schemas[$ref.split('/').at(-1) ?? ''] : (allOf ?? anyOf ?? oneOf)?.[0];
    return next ? { ...this.resolve(next), ...rest } : schema;
  }

  private scalar(schema: Schema, type: Schema['type']): unknown {
    const { format, maxLength = this.unbounded, maximum } = this.resolve(schema);
    if (type === 'boolean') return true;
    if (type === 'integer' || type === 'number') return maximum ?? 1;
    if (format === 'date-time') return '2030-01-01T00:00:00Z';
    if (format === 'date') return '2030-01-01';
    return [...this.unit.repeat(Math.ceil(maxLength / this.unit.length))].slice(0, maxLength).join('');
  }
}
