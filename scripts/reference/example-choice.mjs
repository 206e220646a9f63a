import { anonymize } from './anonymize.mjs';

/** Items of a list and characters of a text that are shown. */
const MOST_ITEMS = 2;
const MOST_CHARACTERS = 600;
/** Longer examples lose to shorter ones. Characters. */
const IDEAL_LENGTH = 2_500;

/** The richest of the exchanges that is not long, with fictional values; undefined if none is as described. */
export function chooseExample(operation, exchanges, check) {
  const candidates = exchanges
    .map((exchange) => exampleOf(operation, anonymize(exchange), check))
    .filter((example) => check.problemsOf(operation, example).length === 0)
    .map((example) => ({ example, text: JSON.stringify(example) }))
    .map(({ example, text }) => ({ example, text, worth: worthOf(example, text, operation) }));
  candidates.sort((a, b) => b.worth - a.worth || a.text.length - b.text.length || (a.text < b.text ? -1 : 1));
  return candidates[0]?.example;
}

function exampleOf(operation, { address, body, status, type: contentType, answer }, check) {
  const type = contentType.split(';')[0];
  const request = parametersOf(operation, address, check);
  if (body?.form) request.form = body.form;
  else if (body?.multipart) request.multipart = typed(body.multipart, fieldsOf(operation, check), check);
  else if (body !== null && body !== undefined && operation.requestBody) request.body = body;
  // Each event of a stream has another name.
  const cut = Array.isArray(answer) ? answer.map(shorten) : shorten(answer);
  const isShown = type === 'application/json' && typeof answer === 'object' && answer !== null;
  const shown = type === 'text/event-stream' ? { events: cut } : isShown ? { body: cut } : {};
  const shortened = Object.keys(shown).length > 0 && JSON.stringify(cut) !== JSON.stringify(answer);
  return { request, answer: { status, ...(type && { type }), ...shown }, ...(shortened && { shortened }) };
}

const fieldsOf = ({ requestBody }, check) => check.propertiesOf(requestBody.content['multipart/form-data']?.schema);

function typed(values, schemas, check) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, check.valueOf(value, schemas[name])]));
}

function parametersOf({ route, parameters = [] }, address, check) {
  const schemas = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const [, ...values] = new RegExp(`${route.replace(/\{\w+\}/g, '([^/?]+)')}(?:\\?|$)`).exec(address) ?? [];
  const path = typed(
    Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i] ?? '')])),
    schemas,
    check,
  );
  const query = typed(Object.fromEntries(new URLSearchParams(address.split('?')[1])), schemas, check);
  return { ...(names.length > 0 && { path }), ...(Object.keys(query).length > 0 && { query }) };
}

function shorten(value) {
  if (typeof value === 'string') return value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS)}…` : value;
  if (Array.isArray(value)) {
    const items = value.some((item) => typeof item === 'object') ? value.slice(0, MOST_ITEMS) : value.slice(0, 20);
    return items.map(shorten);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, shorten(child)]));
}

/** Names of fields with a value: in the answer, and in a request that shows what can be sent. */
function worthOf({ request, answer, shortened }, text, operation) {
  const fields = new Set([...filled('answer', answer.body ?? answer.events), ...filled('body', request)]);
  const isBodyMissing = operation.requestBody?.required && !request.body && !request.form && !request.multipart;
  // Tests send untidy texts.
  const isUntidy = /" | {2}/.test(JSON.stringify(request));
  const excess = Math.max(0, text.length - IDEAL_LENGTH) / 80;
  return fields.size - excess - (shortened ? 3 : 0) - (isUntidy ? 10 : 0) - (isBodyMissing ? 100 : 0);
}

function filled(place, value) {
  if (Array.isArray(value)) return value.flatMap((item) => filled(`${place}[]`, item));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, child]) => filled(`${place}.${name}`, child));
  return value === null || value === undefined || value === '' ? [] : [place];
}
