/** Code that sends the request of an example. The names `API`, `TOKEN`, `client` and `api` are those of the introduction. */
export const LANGUAGES = { curl: 'curl', ts: 'TypeScript', python: 'Python' };

const SIMPLE_NAME = /^[A-Za-z_$][\w$]*$/;

export function samplesOf(operation, example) {
  const request = example?.request ?? {};
  const isFile = example !== undefined && example.answer.body === undefined && example.answer.status !== 204;
  const call = {
    ...operation,
    request,
    isFile: isFile && !example.answer.events,
    isStream: Boolean(example?.answer.events),
  };
  return { curl: curl(call), ts: typescript(call), python: python(call) };
}

function addressOf({ route, request }) {
  const path = route.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(request.path?.[name] ?? `{${name}}`));
  const query = new URLSearchParams(request.query ?? {}).toString();
  return path + (query && `?${query}`);
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curl(call) {
  const { method, request, security, isFile, isStream } = call;
  const parts = [`curl "$API${addressOf(call)}"`];
  if (method !== 'get' && !(method === 'post' && hasBody(request)))
    parts[0] = `curl -X ${method.toUpperCase()} ${parts[0].slice(5)}`;
  if (security?.length) parts.push('-H "Authorization: Bearer $TOKEN"');
  if (isStream) parts.push("-N -H 'Accept: text/event-stream'");
  if (request.body)
    parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(request.body, null, 2))}`);
  for (const [name, value] of Object.entries(request.form ?? {}))
    parts.push(`--data-urlencode ${quoted(`${name}=${value}`)}`);
  for (const [name, value] of Object.entries(request.multipart ?? {})) parts.push(`-F ${quoted(`${name}=${value}`)}`);
  if (isFile) parts.push('-o file');
  return parts.join(' \\\n  ');
}

const hasBody = ({ body, form, multipart }) => Boolean(body ?? form ?? multipart);

function typescript(call) {
  const { method, route, request, isFile, isStream } = call;
  if (request.form) {
    return `const answer = await fetch(API + '${route}', {\n  method: 'POST',\n  body: new URLSearchParams(${script(request.form, 1)}),\n});`;
  }
  const { file, ...fields } = request.multipart ?? {};
  const body = request.multipart ? { ...(file && { file: SHORTHAND }), ...fields } : request.body;
  const params = { ...(request.path && { path: request.path }), ...(request.query && { query: request.query }) };
  const options = { ...(Object.keys(params).length > 0 && { params }), ...(body && { body }) };
  const rest = Object.keys(options).length > 0 ? `, ${script(options)}` : '';
  const opening = file ? `const file = await openAsBlob('${file.slice(1)}');\n` : '';
  if (isStream)
    return `for await (const event of client.stream('${route}'${rest})) {\n  console.log(event.event, event.data);\n}`;
  if (isFile)
    return `const response = await client.download('${route}'${rest});\nconst bytes = await response.arrayBuffer();`;
  const answer = call.responses['204'] ? '' : 'const { data } = ';
  return `${opening}${answer}await client.${method.toUpperCase()}('${route}'${rest});`;
}

/** The value of a property that is a variable with its name. */
const SHORTHAND = Symbol('shorthand');

/** A literal of TypeScript in the form of Prettier, nearly. */
function script(value, depth = 0) {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((item) => script(item, depth + 1))
    : Object.entries(value).map(([name, item]) => {
        if (item === SHORTHAND) return name;
        return `${SIMPLE_NAME.test(name) ? name : `'${name}'`}: ${script(item, depth + 1)}`;
      });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  return block(entries, open, close, depth);
}

/** On one line where it fits. */
function block(entries, open, close, depth) {
  const line = open + entries.join(', ') + close;
  if (entries.length === 0) return open.trim() + close.trim();
  if (line.length + depth * 2 <= 72 && !line.includes('\n')) return line;
  const indent = '  '.repeat(depth + 1);
  return `${open.trim()}\n${entries.map((entry) => `${indent}${entry},\n`).join('')}${'  '.repeat(depth)}${close.trim()}`;
}

function python(call) {
  const { method, request, isStream, isFile } = call;
  const parts = [`"${addressOf({ ...call, request: { path: request.path } })}"`];
  if (request.query) parts.push(`params=${literal(request.query, 1)}`);
  if (request.body) parts.push(`json=${literal(request.body, 1)}`);
  if (request.form) parts.push(`data=${literal(request.form, 1)}`);
  const { file, ...fields } = request.multipart ?? {};
  if (Object.keys(fields).length > 0) parts.push(`data=${literal(fields, 1)}`);
  if (file) parts.push(`files={"file": open("${file.slice(1)}", "rb")}`);
  if (isStream) {
    const verb = [`"${method.toUpperCase()}"`, ...parts, 'headers={"Accept": "text/event-stream"}'];
    return `with api.stream${block(verb, '(', ')', 0)} as response:\n    for line in response.iter_lines():\n        print(line)`;
  }
  const last = isFile
    ? '\ncontent = response.content'
    : call.responses['204']
      ? '\nresponse.raise_for_status()'
      : '\ndata = response.raise_for_status().json()';
  return `response = api.${method}${block(parts, '(', ')', 0)}${last}`;
}

function literal(value, depth) {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((item) => literal(item, depth + 1))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, depth + 1)}`);
  return block(entries, Array.isArray(value) ? '[' : '{', Array.isArray(value) ? ']' : '}', depth);
}
