import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiDescription, Schema } from './api-description.js';

/** Checks values against the schemas of `openapi.json`: every field, without undescribed ones. */
export class DescribedShapes {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(api: ApiDescription) {
    formats.default(this.ajv);
    const schemas = Object.fromEntries(Object.entries(api.schemas).map(([name, schema]) => [name, closed(schema)]));
    this.ajv.addSchema({ $id: 'openapi.json', components: { schemas } });
  }

  /** What is wrong; null when nothing is. */
  problemOf(schema: Schema, value: unknown): string | null {
    const validate = this.validatorOf(schema);
    return validate(value) ? null : this.ajv.errorsText(validate.errors);
  }

  private validatorOf(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi.json#/components');
    const validate = this.validators.get(text) ?? this.ajv.compile(JSON.parse(text) as object);
    this.validators.set(text, validate);
    return validate;
  }
}

/** Object schemas that list properties are closed: the service must not send undescribed fields. */
function closed(schema: Schema): Schema {
  if (schema.properties === undefined || schema.additionalProperties !== undefined) return schema;
  return { ...schema, additionalProperties: false };
}
