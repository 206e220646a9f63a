/** Python types of the schemas of openapi.json. */

const PYTHON_WORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield self'
  ).split(' '),
);
/** Attributes of models, which a field would hide. */
const TAKEN = new Set(['response', 'copy', 'dict', 'json', 'schema', 'validate', 'construct', 'list']);
const SCALARS = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };
const FORMATS = { 'date-time': 'dt.datetime', date: 'dt.date', binary: 'File' };

export const nameOf = ($ref) => $ref.split('/').at(-1);
export const snake = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
export const pascal = (name) => name.replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase());
export const identifier = (name, taken = PYTHON_WORDS) => (taken.has(name) ? `${name}_` : name);
export const fieldName = (name) => identifier(identifier(name), TAKEN);

export const literal = (value) =>
  typeof value === 'string' ? JSON.stringify(value) : value === true ? 'True' : 'False';
const literalOf = (values) => `Literal[${values.map(literal).join(', ')}]`;

/** One line, or one for each item if that is too long. */
export function wrapped(open, items, close, indent = '            ') {
  const line = `${open}${items.join(', ')}${close}`;
  return line.length <= 80
    ? line
    : `${open}\n${items.map((item) => `${indent}    ${item},\n`).join('')}${indent}${close}`;
}

const union = (types) => {
  const distinct = [...new Set(types)];
  return [...distinct.filter((type) => type !== 'None'), ...distinct.filter((type) => type === 'None')].join(' | ');
};

export const isNullable = ({ type, anyOf = [], oneOf = [] }) =>
  [type].flat().includes('null') || [...anyOf, ...oneOf].some((part) => part.type === 'null');

/**
 * @param kind `response`: enumerations are open, because later releases add values. `event`: the same, but its name tells
 *   it from others. `request`: only known values, and any sequence for a list.
 * @param prefix module of the names
 */
export function typeOf(schema, { schemas, kind, prefix = '' }) {
  const inner = (part) => typeOf(part, { schemas, kind, prefix });
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return schemas[name].enum && kind !== 'request' ? `${prefix}${name} | str` : `${prefix}${name}`;
  }
  if (schema.anyOf ?? schema.oneOf) return union((schema.anyOf ?? schema.oneOf).map(inner));
  if (Array.isArray(schema.type)) {
    const values = schema.enum?.filter((value) => value !== null);
    return union(schema.type.map((type) => (type === 'null' ? 'None' : inner({ ...schema, type, enum: values }))));
  }
  if (schema.enum) {
    const isOpen = kind === 'response' && schema.type !== 'boolean';
    return isOpen ? `${literalOf(schema.enum)} | str` : literalOf(schema.enum);
  }
  if (schema.type === 'array') return `${kind === 'request' ? 'Sequence' : 'list'}[${inner(schema.items)}]`;
  if (schema.type === 'object') {
    const values = schema.additionalProperties;
    return `dict[str, ${typeof values === 'object' ? inner(values) : 'Any'}]`;
  }
  return (schema.type === 'string' && FORMATS[schema.format]) || (SCALARS[schema.type] ?? 'Any');
}

/** A docstring, indented; empty without a text. */
export function docstring(text, indent) {
  if (!text) return '';
  const safe = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, "'");
  const [first, ...rest] = safe.split('\n');
  const lines = [`"""${first}`, ...rest.map((line) => line.trimEnd())];
  lines[lines.length - 1] += rest.length > 0 ? `\n${indent}"""` : '"""';
  return lines.map((line) => (line ? `${indent}${line}` : '') + '\n').join('');
}

/** Schemas that these reach, in alphabetical order. */
export function reachable(roots, schemas) {
  const found = new Set();
  const walk = (part) => {
    if (typeof part !== 'object' || part === null) return;
    const name = typeof part.$ref === 'string' ? nameOf(part.$ref) : null;
    if (name !== null && !found.has(name)) {
      found.add(name);
      walk(schemas[name]);
    }
    Object.values(part).forEach(walk);
  };
  roots.forEach(walk);
  return [...found].sort();
}
