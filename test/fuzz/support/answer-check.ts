import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiDescription, Operation, Schema } from './api-description.js';

/** An answer as it came. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Holds answers against `openapi.json`: status, content type, and for JSON every field; none that is not described. */
export class AnswerCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  private readonly validators = new Map<Schema, ValidateFunction>();

  constructor(api: ApiDescription) {
    formats.default(this.ajv);
    const schemas = Object.fromEntries(Object.entries(api.schemas).map(([name, schema]) => [name, closed(schema)]));
    this.ajv.addSchema({ $id: 'openapi.json', components: { schemas } });
  }

  /** What is wrong; null when nothing is. */
  problemOf({ responses }: Operation, { status, headers, text }: Answer): string | null {
    if (status >= 500) return 'the service failed';
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
      if (headers.get(name) === null) return `no header ${name}`;
    }
    const described = responses[String(status)];
    if (!described) return `the status is not described; ${Object.keys(responses).join(', ')} are`;
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const content = described.content;
    if (!content) return text === '' ? null : 'a body where none is described';
    if (!content[type])
      return status === 304 ? null : `a body of ${type || 'no type'}; ${Object.keys(content).join(', ')} are described`;
    const { schema } = content[type];
    if (type !== 'application/json' || !schema) return null;
    const validate = this.validatorOf(schema);
    return validate(JSON.parse(text)) ? null : this.ajv.errorsText(validate.errors);
  }

  private validatorOf(schema: Schema): ValidateFunction {
    let validate = this.validators.get(schema);
    if (!validate) {
      validate = this.ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi.json#/components')) as object,
      );
      this.validators.set(schema, validate);
    }
    return validate;
  }
}

/** An object schema that lists its properties takes no others here: what is not described must not be sent. */
function closed(schema: Schema): Schema {
  if (schema.properties === undefined || schema.additionalProperties !== undefined) return schema;
  return { ...schema, additionalProperties: false };
}
