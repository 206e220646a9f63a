/** Operations of `openapi.json` in the order of its tag groups. */
export function operationsOf(document) {
  const tags = document.tags.map(({ name }) => name);
  const all = Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route, method, ...operation })),
  );
  return tags.flatMap((tag) => all.filter((operation) => operation.tags[0] === tag));
}

/** `listAuditEvents` → `List audit events`. */
export function titleOf({ operationId }) {
  const words = operationId.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const named = words.replace(/\b(mfa|api|oauth)\b/g, (name) => (name === 'oauth' ? 'OAuth' : name.toUpperCase()));
  return named[0].toUpperCase() + named.slice(1);
}

/** The permissions that an operation needs; null where it needs no sign-in. */
export function permissionsOf({ security }) {
  if (!security?.length) return null;
  return security.flatMap((way) => way.oauth2 ?? []);
}

/** The description with an example for each parameter, body and answer that the tests recorded. */
export function withExamples(document, examples) {
  const copy = structuredClone(document);
  for (const methods of Object.values(copy.paths)) {
    for (const operation of Object.values(methods)) {
      const example = examples[operation.operationId];
      if (example) addExample(operation, example);
    }
  }
  return copy;
}

function addExample(operation, { request, answer }) {
  for (const parameter of operation.parameters ?? []) {
    const value = { ...request.path, ...request.query }[parameter.name];
    if (value !== undefined && parameter.in !== 'header') parameter.example = value;
  }
  const body = request.body ?? request.form ?? request.multipart;
  for (const content of Object.values(operation.requestBody?.content ?? {})) if (body) content.example = body;
  const content = operation.responses[answer.status]?.content?.[answer.type];
  if (content && answer.body !== undefined) content.example = answer.body;
  if (content && answer.events) content.example = eventStream(answer.events);
}

/** Events as they are sent. */
export function eventStream(events) {
  return events.map(({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
}
