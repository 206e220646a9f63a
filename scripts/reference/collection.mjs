import { operationsOf, titleOf } from './description.mjs';

/** A collection of Postman 2.1, which Bruno, Insomnia and Hoppscotch import too. Variables: `base_url`, `token`. */
export function collectionOf(document, examples) {
  const operations = operationsOf(document);
  const folder = (tag) => ({
    name: tag,
    description: document.tags.find(({ name }) => name === tag).description,
    item: operations
      .filter(({ tags }) => tags[0] === tag)
      .map((operation) => itemOf(operation, examples[operation.operationId])),
  });
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      version: document.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: 'https://manuals.example.com/api/v1' },
      { key: 'token', value: '' },
    ],
    item: document['x-tagGroups'].map(({ name, tags }) => ({
      name,
      item: tags.length > 1 ? tags.map(folder) : folder(tags[0]).item,
    })),
  };
}

function itemOf(operation, example) {
  const request = requestOf(operation, example?.request ?? {});
  return { name: titleOf(operation), request, response: responseOf(example, request) };
}

function requestOf(
  { method, route, summary, security, parameters = [] },
  { path = {}, query = {}, body, form, multipart },
) {
  const named = (place) => parameters.filter((parameter) => parameter.in === place);
  const variable = named('path').map(({ name, description }) => ({ key: name, value: path[name] ?? '', description }));
  const queries = named('query').map(({ name, description }) => ({
    key: name,
    value: String(query[name] ?? ''),
    description,
    disabled: query[name] === undefined,
  }));
  const segments = route
    .slice(1)
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/');
  return {
    method: method.toUpperCase(),
    description: summary,
    header: [{ key: 'Accept', value: 'application/json' }],
    url: {
      raw: `{{base_url}}/${segments.join('/')}`,
      host: ['{{base_url}}'],
      path: segments,
      query: queries,
      variable,
    },
    ...(security?.length ? {} : { auth: { type: 'noauth' } }),
    ...bodyOf({ body, form, multipart }),
  };
}

function bodyOf({ body, form, multipart }) {
  const fields = Object.entries(form ?? multipart ?? {}).map(([key, value]) =>
    key === 'file' ? { key, type: 'file', src: [] } : { key, type: 'text', value },
  );
  if (form) return { body: { mode: 'urlencoded', urlencoded: fields } };
  if (multipart) return { body: { mode: 'formdata', formdata: fields } };
  if (!body) return {};
  return { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } };
}

function responseOf(example, request) {
  const { status, type, body } = example?.answer ?? {};
  if (body === undefined) return [];
  const header = [{ key: 'Content-Type', value: type }];
  return [
    {
      name: `Answer ${status}`,
      originalRequest: request,
      code: status,
      header,
      body: typeof body === 'string' ? body : JSON.stringify(body, null, 2),
    },
  ];
}
