import { HEADER } from './models.mjs';
import { docstring, fieldName, identifier, isNullable, nameOf, pascal, snake, typeOf, wrapped } from './types.mjs';

/** Repeating it has no further effect, though it is a POST. */
const READS = /^\/search\//;
/** `error` is raised. */
const RAISED = new Set(['error']);

/**
 * The operations as methods, grouped by the first segment of their path: `GET /documents/{id}/revisions`, which is
 * `listRevisions`, is `client.documents.list_revisions(id)`.
 */
export function resourcesOf(operations, schemas, isAsync) {
  const groups = new Map(operations.map((one) => [groupOf(one), []]));
  for (const one of operations) groups.get(groupOf(one)).push(one);
  const streams = new Map();
  const names = [...groups.keys()].sort();
  const classes = names.map((group) => {
    const methods = groups.get(group).flatMap((one) => methodsOf(one, group, { schemas, isAsync, streams }));
    const taken = methods.map(({ name }) => name);
    const twice = taken.filter((name, index) => taken.indexOf(name) !== index);
    if (twice.length > 0) throw new Error(`two methods of ${group} are called ${twice.join(', ')}`);
    const [prefix, base] = isAsync ? ['Async', 'AsyncResource'] : ['', 'Resource'];
    return `class ${prefix}${pascal(group)}(${base}):\n${methods.map(({ text }) => text).join('\n')}`;
  });
  const text = [aliases(streams), classes.join('\n\n'), clientOf(names, isAsync)].join('\n\n');
  return `${HEADER}${importsOf(isAsync, text)}\n${text}`;
}

function importsOf(isAsync, text) {
  const used = (names) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).join(', ');
  const prefix = isAsync ? 'Async' : '';
  const transport = ['Download', 'Listing', 'Resource', 'Transport'].map((name) => prefix + name);
  const own = [
    `from ..${isAsync ? 'async_transport' : 'transport'} import ${used(transport)}\n`,
    `from ..call import ${used(['OMITTED', 'Call', 'CallOptions', 'File', 'Omitted', 'Progress'])}\n`,
    `from ..model import ${used(['Items'])}\n`,
  ];
  return `from __future__ import annotations

import datetime as dt
from collections.abc import ${used(['AsyncGenerator', 'Generator', 'Sequence'])}
from typing import ${used(['Any', 'Literal', 'TypeAlias'])}

from .. import models as m
${own.sort().join('')}`;
}

const groupOf = ({ route }) => snake(route.split('/')[1]);

/** The words of the operation without those that repeat the group: `listAuditEvents` of `audit_events` is `list`. */
function methodName({ operationId }, group) {
  const words = snake(operationId).split('_');
  const own = group.split('_');
  const forms = [own, [...own.slice(0, -1), own.at(-1).replace(/ies$/, 'y').replace(/s$/, '')]];
  for (const form of forms) {
    const at = words.findIndex((_, index) => form.every((word, offset) => words[index + offset] === word));
    if (at >= 0 && form.length < words.length) {
      words.splice(at, form.length);
      break;
    }
  }
  return words;
}

const successOf = ({ responses }) => Object.entries(responses).find(([status]) => status < '300')[1];

function methodsOf({ route, method, operation }, group, context) {
  const [verb, ...object] = methodName(operation, group);
  const name = (first) => identifier([first, ...object].join('_'));
  const content = successOf(operation).content ?? {};
  const json = content['application/json']?.schema;
  const events = content['text/event-stream']?.schema;
  const isFile = Object.keys(content).some((type) => !['application/json', 'text/event-stream'].includes(type));
  const form = operation.requestBody?.content['multipart/form-data'];
  const made = { route, method, operation, group, isLong: Boolean(form ?? (events && json)), ...context };
  if (isFile) return [methodOf({ ...made, name: name(verb === 'get' ? 'download' : verb), answer: download(context) })];
  const uploads = form && bodyOf(form.schema, context.schemas).required?.includes('file');
  const plain =
    !events || json ? [methodOf({ ...made, name: name(uploads ? 'upload' : verb), answer: answerOf(json, made) })] : [];
  if (!events) return plain;
  const streamed = name(json ? verb.replace(/^create$/, 'stream') : verb);
  return [...plain, methodOf({ ...made, isLong: false, name: streamed, answer: stream(events, made) })];
}

const bodyOf = (schema, schemas) => (schema.$ref ? schemas[nameOf(schema.$ref)] : schema);

/** Return type, and the call of the transport that gives it. */
function answerOf(json, { schemas, isAsync }) {
  const wait = isAsync ? 'await ' : '';
  const send = (way, type, returned = type) => ({
    type: returned,
    isAsync,
    call: `return ${wait}self._transport.${way}(call, ${type})`,
  });
  if (!json) return { type: 'None', isAsync, call: `${wait}self._transport.nothing(call)` };
  const data = json.properties?.data ?? json;
  const kind = 'response';
  if (data.type === 'array') {
    const item = typeOf(data.items, { schemas, kind, prefix: 'm.' });
    if (!json.properties.pagination) return send('items', item, `Items[${item}]`);
    const type = `${isAsync ? 'AsyncListing' : 'Listing'}[${item}]`;
    return { type, isAsync: false, call: `return self._transport.listing(call, ${item})` };
  }
  const type = typeOf(data, { schemas, kind, prefix: 'm.' });
  if (!data.oneOf) return send('model', type);
  const options = data.oneOf.map(({ $ref }) => `m.${nameOf($ref)}`).join(', ');
  return { type, isAsync, call: `return ${wait}self._transport.either(call, ${options})` };
}

function download({ isAsync }) {
  return {
    type: isAsync ? 'AsyncDownload' : 'Download',
    isAsync: false,
    call: 'return self._transport.download(call)',
  };
}

function stream({ discriminator, oneOf }, { group, isAsync, streams }) {
  const events = Object.entries(discriminator?.mapping ?? {}).filter(([event]) => !RAISED.has(event));
  if (events.length === 0 || !oneOf) throw new Error(`the events of a stream of ${group} are not named`);
  const alias = `${pascal(group)}StreamEvent`;
  const models = events.map(([event, $ref]) => [event, nameOf($ref)]);
  streams.set(alias, models.map(([, model]) => `m.${model}`).join(' | '));
  const table = models.map(([event, model]) => `                "${event}": m.${model},\n`).join('');
  const type = isAsync ? `AsyncGenerator[${alias}, None]` : `Generator[${alias}, None, None]`;
  return {
    type,
    isAsync: false,
    isStream: true,
    call: `return self._transport.stream(\n            call,\n            {\n${table}            },\n        )`,
  };
}

const aliases = (streams) => [...streams].map(([name, union]) => `${name}: TypeAlias = ${union}\n`).join('');

/** The argument of a parameter or field. */
function argument(name, schema, isRequired, description, schemas) {
  const type = typeOf(schema, { schemas, kind: 'request', prefix: 'm.' });
  const nullable = isNullable(schema);
  const python = fieldName(name) === name ? name : `${name}_`;
  const optional = nullable ? `${type.replace(/ \| None$/, '')} | Omitted | None = OMITTED` : `${type} | None = None`;
  return { name, python, nullable, text: `${python}: ${isRequired ? type : optional}`, isRequired, description };
}

function methodOf({ route, method, operation, name, answer, isLong, schemas }) {
  const at = (place) =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === place && parameter.name !== 'cursor')
      .map((one) => ({
        ...argument(snake(one.name), one.schema, one.required, one.description, schemas),
        wire: one.name,
      }));
  const isKeyed = at('header').some(({ wire }) => wire === 'Idempotency-Key');
  // The stream resumes on its own after the last event.
  const headers = at('header').filter(({ wire }) => !['Idempotency-Key', 'Last-Event-ID'].includes(wire));
  const query = at('query').filter(({ wire }) => wire !== 'last_event_id');
  // The ids in the order of the path.
  const path = [...route.matchAll(/\{(\w+)\}/g)].map(([, id]) => at('path').find(({ wire }) => wire === id));
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const body = content ? bodyOf(content.schema, schemas) : {};
  const fields = Object.entries(body.properties ?? {})
    // The service takes a second name of the field; new programs need one.
    .filter(([, property]) => !property.deprecated)
    .map(([field, property]) => {
      const isRequired = body.required?.includes(field) && property.default === undefined;
      return argument(field, property, isRequired, property.description, schemas);
    });
  const files = fields.filter(({ name: field }) => body.properties[field].format === 'binary');
  const sent = fields.filter((field) => !files.includes(field));
  const keywords = [...files, ...sent, ...query, ...headers].sort(
    (a, b) => Number(b.isRequired) - Number(a.isRequired),
  );
  const parameters = ['self', ...path.map(({ text }) => text), '*', ...keywords.map(({ text }) => text)];
  if (files.length > 0) parameters.push('on_progress: Progress | None = None');
  if (isKeyed) parameters.push('idempotency_key: str | None = None');
  parameters.push('options: CallOptions | None = None');

  const dict = (list) =>
    wrapped(
      '{',
      list.map(({ wire, name: field, python }) => `"${wire ?? field}": ${python}`),
      '}',
    );
  const [plain, nullable] = [sent.filter((field) => !field.nullable), sent.filter((field) => field.nullable)];
  const parts = [`"${method.toUpperCase()}"`, `"${route}"`];
  if (path.length > 0) parts.push(`path=${dict(path)}`);
  if (query.length > 0) parts.push(`query=${dict(query)}`);
  if (headers.length > 0) parts.push(`headers=${dict(headers)}`);
  if (content) parts.push(`body=${dict(plain)}`);
  if (nullable.length > 0) parts.push(`nullable=${dict(nullable)}`);
  if (files.length > 0) parts.push(`file=${files[0].python}`, 'on_progress=on_progress');
  if (type === 'multipart/form-data' && files.length !== 1) throw new Error(`${name} does not have one file`);
  if (isKeyed) parts.push('keyed=True', 'idempotency_key=idempotency_key');
  if (READS.test(route)) parts.push('repeatable=True');
  if (isLong) parts.push('long=True');
  parts.push('options=options');

  const described = keywords.filter(({ description }) => description);
  const line = ({ python, description }) => `    ${python}: ${description.trim().replace(/\s*\n\s*/g, ' ')}`;
  const doc = [operation.summary ?? name, ...(described.length > 0 ? ['', 'Args:', ...described.map(line)] : [])];
  const deprecation = operation.deprecated ? '\n\nDeprecated.' : '';
  const def = answer.isAsync ? 'async def' : 'def';
  const text =
    `    ${def} ${name}(\n${parameters.map((one) => `        ${one},\n`).join('')}    ) -> ${answer.type}:\n` +
    docstring(doc.join('\n') + deprecation, '        ') +
    `        call = Call(\n${parts.map((one) => `            ${one},\n`).join('')}        )\n        ${answer.call}\n`;
  return { name, text };
}

function clientOf(groups, isAsync) {
  const prefix = isAsync ? 'Async' : '';
  const lines = groups.map((group) => `        self.${group} = ${prefix}${pascal(group)}(transport)\n`).join('');
  return (
    `class ${prefix}Resources:\n    """All operations, by the first segment of their path."""\n\n` +
    `    def __init__(self, transport: ${prefix}Transport) -> None:\n${lines}`
  );
}
