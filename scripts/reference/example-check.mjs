import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** Compares examples with the description that they illustrate. */
export class ExampleCheck {
  constructor(document) {
    this.ajv = new Ajv2020({ strict: false });
    formats.default(this.ajv);
    const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [name, closed(schema)]);
    this.ajv.addSchema({ $id: 'openapi.json', components: { schemas: Object.fromEntries(schemas) } });
  }

  /** What is wrong with an example, each in words. */
  problemsOf(operation, { request, answer }) {
    const response = operation.responses[answer.status];
    if (!response) return [`the status ${answer.status} is not described`];
    const problems = this.problemsOfParameters(operation, request);
    const bodies = operation.requestBody?.content ?? {};
    const sent = { 'application/json': request.body, 'application/x-www-form-urlencoded': request.form };
    for (const [type, body] of Object.entries(sent)) {
      if (body !== undefined) problems.push(...this.problemsOfValue('body', bodies[type]?.schema, body));
    }
    for (const name of Object.keys(request.multipart ?? {})) {
      if (!(name in this.propertiesOf(bodies['multipart/form-data']?.schema))) problems.push(`no field ${name}`);
    }
    const types = Object.keys(response.content ?? {});
    if (types.length > 0 && !types.includes(answer.type)) problems.push(`the answer is ${answer.type}`);
    const { schema } = response.content?.[answer.type] ?? {};
    if (answer.body !== undefined) problems.push(...this.problemsOfValue('answer', schema, answer.body));
    for (const event of answer.events ?? []) problems.push(...this.problemsOfValue('event', schema, event));
    return problems;
  }

  problemsOfParameters({ parameters = [] }, request) {
    return ['path', 'query'].flatMap((place) => {
      const described = new Map(parameters.filter((one) => one.in === place).map((one) => [one.name, one]));
      const given = request[place] ?? {};
      const missing = [...described.values()].filter(({ name, required }) => required && given[name] === undefined);
      return [
        ...missing.map(({ name }) => `no ${name}`),
        ...Object.keys(given).flatMap((name) => (described.has(name) ? [] : [`${name} is not described`])),
      ];
    });
  }

  propertiesOf(schema) {
    const name = schema?.$ref?.split('/').at(-1);
    return (name ? this.ajv.getSchema('openapi.json').schema.components.schemas[name] : schema)?.properties ?? {};
  }

  /** A text of an address or a form as the value that it means. */
  valueOf(text, schema = {}) {
    const { type } = schema.$ref
      ? this.ajv.getSchema('openapi.json').schema.components.schemas[schema.$ref.split('/').at(-1)]
      : schema;
    const types = [type].flat();
    if (types.includes('integer') || types.includes('number')) return Number(text);
    return types.includes('boolean') ? text === 'true' : text;
  }

  problemsOfValue(what, schema, value) {
    if (!schema) return [`${what} is not described`];
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components', '"openapi.json#/components');
    const validate = this.ajv.compile(JSON.parse(text));
    return validate(value) ? [] : [`${what}: ${this.ajv.errorsText(validate.errors)}`];
  }
}

/** Objects with listed fields have no others. */
function closed(schema) {
  if (schema.properties === undefined || schema.additionalProperties !== undefined) return schema;
  return { ...schema, additionalProperties: false };
}
