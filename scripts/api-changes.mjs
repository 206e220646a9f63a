/**
 * Compares openapi.json with that of the last release, `openapi.released.json`: nothing published disappears or narrows before its sunset.
 *   node scripts/api-changes.mjs                        fails on a change that breaks clients, and if `info.version` is not raised
 *   node scripts/api-changes.mjs --release              makes the present description that of the last release
 *   node scripts/api-changes.mjs BEFORE AFTER [TODAY]   compares two descriptions, on a day
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const RELEASED = path.join(root, 'openapi.released.json');
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Changes of the present release that break clients, and why they are accepted. The changelog tells them. */
const ACCEPTED = new Map(
  ['sequence: the type was integer', 'previous_hash: the type was string', 'hash: the type was string'].map((field) => [
    `GET /audit-events 200.data[].${field} and is ${field.split(' ').at(-1)},null`,
    'events are listed before they are sealed',
  ]),
);

/** Limits of requests, and whether a new value is narrower. */
const LIMITS = {
  maxLength: (before, after) => after < before,
  minLength: (before, after) => after > before,
  maximum: (before, after) => after < before,
  minimum: (before, after) => after > before,
  maxItems: (before, after) => after < before,
  minItems: (before, after) => after > before,
  minProperties: (before, after) => after > before,
  exclusiveMaximum: (before, after) => after < before,
  exclusiveMinimum: (before, after) => after > before,
  pattern: (before, after) => after !== before,
  format: (before, after) => after !== before,
  const: (before, after) => after !== before,
};
/** Without the limit. */
const UNLIMITED = {
  maxLength: Infinity,
  minLength: 0,
  maximum: Infinity,
  minimum: -Infinity,
  exclusiveMaximum: Infinity,
  exclusiveMinimum: -Infinity,
  maxItems: Infinity,
  minItems: 0,
  minProperties: 0,
};

/** @param today `YYYY-MM-DD` @returns what breaks clients of the released description, as sentences */
function breakingChanges(released, current, today) {
  const problems = [];
  const seen = new Set();
  const isOver = (part) => part.deprecated === true && part['x-sunset'] !== undefined && part['x-sunset'] <= today;
  const missing = (part, what) => {
    if (!isOver(part)) problems.push(`${what} is missing`);
  };
  const resolve = (document, schema) =>
    schema?.$ref ? resolve(document, document.components.schemas[schema.$ref.split('/').at(-1)]) : (schema ?? {});
  const typesOf = (schema) => (schema.type === undefined ? [] : [schema.type].flat());

  for (const [route, methods] of Object.entries(released.paths)) {
    for (const [method, before] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${route}`;
      const after = current.paths[route]?.[method];
      if (!after) missing(before, name);
      else compareOperation(before, after, name);
    }
  }
  // What the service sends.
  for (const [event, { post }] of Object.entries(released.webhooks ?? {})) {
    const after = current.webhooks?.[event]?.post;
    if (!after) missing(post, `webhook ${event}`);
    else compareContent(post.requestBody?.content, after.requestBody?.content, `webhook ${event}`, 'response');
  }
  return problems;

  function compareSunsets(before, after, name) {
    const [promised, now] = [before?.['x-sunset'], after?.['x-sunset']];
    if (promised !== undefined && now !== undefined && now < promised)
      problems.push(`${name}: the sunset was ${promised} and is ${now}`);
  }

  /** Each way of signing in still does, without further scopes. */
  function compareCredentials(before, after, name) {
    const isKept = (ways) =>
      (after.security ?? []).some(
        (others) =>
          Object.keys(others).join() === Object.keys(ways).join() &&
          Object.entries(others).every(([scheme, scopes]) => scopes.every((scope) => ways[scheme].includes(scope))),
      );
    if ((after.security?.length ?? 0) > 0 && !(before.security ?? []).every(isKept))
      problems.push(`${name}: the credentials changed`);
    if ((before.security?.length ?? 0) === 0 && (after.security?.length ?? 0) > 0)
      problems.push(`${name}: credentials are required now`);
  }

  function compareOperation(before, after, name) {
    compareSunsets(before, after, name);
    compareCredentials(before, after, name);
    const keyOf = (parameter) => `${parameter.in} ${parameter.name}`;
    const parameters = new Map((after.parameters ?? []).map((parameter) => [keyOf(parameter), parameter]));
    const known = new Map((before.parameters ?? []).map((parameter) => [keyOf(parameter), parameter]));
    for (const [key, parameter] of known) {
      const now = parameters.get(key);
      if (!now) missing(parameter, `${name}: ${key}`);
      else compareSchemas(parameter.schema, now.schema, `${name}: ${key}`, 'request');
    }
    for (const [key, { required }] of parameters)
      if (required && !known.get(key)?.required) problems.push(`${name}: ${key} is required now`);
    if (after.requestBody?.required && !before.requestBody?.required) problems.push(`${name}: a body is required now`);
    compareContent(before.requestBody?.content, after.requestBody?.content, `${name} body`, 'request');
    for (const [status, response] of Object.entries(before.responses)) {
      if (status >= '400') continue;
      if (!after.responses[status]) problems.push(`${name}: status ${status} is missing`);
      else compareContent(response.content, after.responses[status].content, `${name} ${status}`, 'response');
    }
  }

  function compareContent(before = {}, after = {}, name, direction) {
    for (const [type, { schema }] of Object.entries(before)) {
      if (!after[type]) problems.push(`${name}: ${type} is missing`);
      else compareSchemas(schema, after[type].schema, name, direction);
    }
  }

  function compareSchemas(beforeRef, afterRef, name, direction) {
    const pair = `${direction} ${beforeRef?.$ref ?? name} ${afterRef?.$ref ?? name}`;
    if (seen.has(pair)) return;
    seen.add(pair);
    const [before, after] = [resolve(released, beforeRef), resolve(current, afterRef)];
    const [narrow, wide] = direction === 'request' ? [after, before] : [before, after];
    const [allowed, given] = [typesOf(narrow), typesOf(wide)];
    compareSunsets(beforeRef, afterRef, name);
    const isOpen = given.length === 0 && !wide.oneOf && !wide.anyOf && !wide.allOf && !wide.enum;
    const isOutside = (type) => !allowed.includes(type) && !(type === 'integer' && allowed.includes('number'));
    if (allowed.length > 0 && (isOpen || given.some(isOutside)))
      problems.push(
        `${name}: the type was ${typesOf(before).join() || 'any'} and is ${typesOf(after).join() || 'any'}`,
      );
    if (direction === 'request') compareLimits(before, after, name);
    compareFields(before, after, name, direction);
    if (direction === 'request' && after.additionalProperties === false && before.additionalProperties !== false)
      problems.push(`${name}: other fields are not accepted any longer`);
    if (before.items) compareSchemas(before.items, after.items, `${name}[]`, direction);
    if (typeof before.additionalProperties === 'object')
      compareSchemas(before.additionalProperties, after.additionalProperties, `${name}{}`, direction);
    for (const kind of ['oneOf', 'anyOf', 'allOf']) {
      for (const [index, variant] of (before[kind] ?? []).entries()) {
        const now =
          after[kind]?.find(({ $ref }) => $ref !== undefined && $ref === variant.$ref) ?? after[kind]?.[index];
        if (!now) problems.push(`${name}: a variant of ${kind} is missing`);
        else compareSchemas(variant, now, `${name} ${kind}[${index}]`, direction);
      }
    }
  }

  function compareLimits(before, after, name) {
    for (const [limit, isNarrower] of Object.entries(LIMITS))
      if (after[limit] !== undefined && isNarrower(before[limit] ?? UNLIMITED[limit], after[limit]))
        problems.push(`${name}: ${limit} was ${before[limit]} and is ${after[limit]}`);
    for (const value of after.enum ? (before.enum ?? ['any value']) : [])
      if (!after.enum.includes(value)) problems.push(`${name}: ${value} is not accepted any longer`);
  }

  function compareFields(before, after, name, direction) {
    const fields = after.properties ?? {};
    for (const [field, schema] of Object.entries(before.properties ?? {})) {
      if (!fields[field]) missing(schema, `${name}.${field}`);
      else compareSchemas(schema, fields[field], `${name}.${field}`, direction);
    }
    const [promised, kept] = [before.required ?? [], after.required ?? []];
    const lost =
      direction === 'request'
        ? kept.filter((field) => !promised.includes(field))
        : promised.filter((field) => !kept.includes(field));
    for (const field of lost) {
      if (direction === 'request') problems.push(`${name}.${field} is required now`);
      else if (fields[field]) problems.push(`${name}.${field} can be absent now`);
    }
  }
}

/** What clients depend on: without words, examples and errors. */
function surfaceOf(value) {
  if (Array.isArray(value)) return value.map(surfaceOf);
  if (typeof value !== 'object' || value === null) return value;
  const isWords = (key, child) => ['description', 'summary', 'example'].includes(key) && typeof child !== 'object';
  const isError = (key) => /^[45]\d\d$/.test(key);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, child]) => !isWords(key, child) && !isError(key))
      .map(([key, child]) => [key, surfaceOf(child)]),
  );
}

function versionProblem(released, current) {
  const [before, after] = [released.info.version, current.info.version].map((version) =>
    version.split('.').map(Number),
  );
  const isSame = JSON.stringify({ ...released, info: null }) === JSON.stringify({ ...current, info: null });
  const isRaised = after[0] === before[0] && after[1] > before[1];
  if (isSame || isRaised) return [];
  return [
    `info.version is ${current.info.version}, that of the release ${released.info.version}: raise API_VERSION by a minor version`,
  ];
}

const isRelease = process.argv.includes('--release');
const [before = RELEASED, after = path.join(root, 'openapi.json'), today = new Date().toISOString().slice(0, 10)] =
  process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const current = surfaceOf(read(after));
const released = surfaceOf(read(before));
const breaking = breakingChanges(released, current, today);
const isPublished = before === RELEASED;
const stale = isPublished ? [...ACCEPTED.keys()].filter((change) => !breaking.includes(change)) : [];
const problems = [
  ...breaking.filter((change) => !isPublished || !ACCEPTED.has(change)),
  ...stale.map((change) => `remove from ACCEPTED: ${change}`),
  ...versionProblem(released, current),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else if (isRelease) writeFileSync(RELEASED, `${JSON.stringify(current)}\n`);
