import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';

/** A JSON schema, as far as `openapi.json` uses them. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

type Content = Record<string, { schema?: Schema }>;

export interface Operation {
  method: string;
  /** Below the API's base, with `{names}`. */
  template: string;
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  /** By status. */
  responses: Record<string, { content?: Content }>;
}

export interface ApiDescription {
  operations: Operation[];
  schemas: Record<string, Schema>;
}

/** `openapi.json` as an integrator has it. */
export function readApiDescription(): ApiDescription {
  const { paths, components } = JSON.parse(readFileSync(path.join(projectRoot(), 'openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, Omit<Operation, 'method' | 'template'>>>;
    components: { schemas: Record<string, Schema> };
  };
  const operations = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      template,
      parameters: operation.parameters ?? [],
    })),
  );
  return { operations, schemas: components.schemas };
}
