import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../../support/api/api-description.js';
import { HOSTILE } from './hostile-values.js';

/** How deep values nest; below it, schemas answer with the simplest value. */
const MOST_LEVELS = 6;

/** Values that a schema allows, as far as its keywords say, and sometimes others. */
export class SchemaValues {
  /** @param ids texts that may name an object, including those the service made; evaluated for each value */
  constructor(
    private readonly schemas: Readonly<Record<string, Schema>>,
    private readonly ids: Arbitrary<string>,
  ) {}

  /** Mostly what the schema allows. One value in 25 is hostile instead, at every level. */
  of(schema: Schema, level = 0): Arbitrary<unknown> {
    return fc.oneof({ weight: 24, arbitrary: this.allowedBy(schema, level) }, { weight: 1, arbitrary: HOSTILE });
  }

  private allowedBy(schema: Schema, level: number): Arbitrary<unknown> {
    if (level > MOST_LEVELS) return fc.constant(null);
    if (schema.$ref !== undefined) return this.allowedBy(this.named(schema.$ref), level + 1);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if ('const' in schema) return fc.constant(schema.const);
    const either = schema.oneOf ?? schema.anyOf;
    if (either) return fc.oneof(...either.map((one) => this.of(one, level + 1)));
    if (schema.allOf) return this.allowedBy(Object.assign({}, ...schema.allOf.map((part) => this.flat(part))), level);
    const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'object'];
    return fc.oneof(...types.map((type) => this.ofType(type, schema, level)));
  }

  private flat(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : this.named(schema.$ref);
  }

  private named(ref: string): Schema {
    const schema = this.schemas[ref.split('/').at(-1) ?? ''];
    if (!schema) throw new Error(`openapi.json has no ${ref}`);
    return schema;
  }

  private ofType(type: string, schema: Schema, level: number): Arbitrary<unknown> {
    const { minimum = -5, maximum = 1_000_000 } = schema;
    switch (type) {
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'integer':
        return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum, maximum + 1));
      case 'number':
        return fc.double({ min: minimum, max: maximum, noNaN: true });
      case 'string':
        return this.text(schema);
      case 'array': {
        const { minItems = 0, maxItems = 4 } = schema;
        return fc.array(this.of(schema.items ?? {}, level + 1), {
          minLength: Math.min(minItems, 4),
          maxLength: Math.min(maxItems, 4),
        });
      }
      default:
        return this.object(schema, level);
    }
  }

  private object({ properties = {}, required = [] }: Schema, level: number): Arbitrary<unknown> {
    const entries = Object.entries(properties).map(([name, schema]) => [name, this.of(schema, level + 1)] as const);
    return fc.record(Object.fromEntries(entries), { requiredKeys: required.filter((name) => name in properties) });
  }

  private text({ format, pattern, minLength = 0, maxLength = 200 }: Schema): Arbitrary<unknown> {
    if (format === 'email') return fc.uuid().map((name) => `${name}@example.test`);
    if (format === 'date') return dates.map((date) => date.toISOString().slice(0, 10));
    if (format === 'date-time') return dates.map((date) => date.toISOString());
    if (format === 'uuid') return fc.uuid();
    if (pattern?.includes('0-9a-hjkmnp-tv-z') === true) return this.ids;
    if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
    const most = Math.min(maxLength, 300);
    const length = { minLength: Math.min(minLength, most), maxLength: most };
    return fc.oneof(
      { weight: 3, arbitrary: fc.lorem({ maxCount: 8 }).map((text) => text.slice(0, most)) },
      { weight: 2, arbitrary: this.ids },
      { weight: 2, arbitrary: fc.string({ ...length, unit: 'grapheme' }) },
      { weight: 1, arbitrary: fc.webUrl() },
    );
  }
}

const dates = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
