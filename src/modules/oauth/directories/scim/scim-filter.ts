import { parse, type Filter } from 'scim2-parse-filter';
import { hasControls } from './scim-input.js';
import { refused } from './scim-refusal.js';

const MAX_CHARS = 1_000;
const MAX_COMPARISONS = 20;
const CORE_PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/;

type Parameter = (value: unknown) => string;

/** SQL of an attribute. Texts ignore case unless `exact`. `equals` replaces the comparison where an index needs another form. */
export interface FilterAttribute {
  kind: 'text' | 'exact' | 'boolean' | 'time';
  sql: string;
  equals?: (value: string) => string;
}

/** By path in lower case, such as `emails.value`. */
export type FilterAttributes = Readonly<Record<string, FilterAttribute | undefined>>;

/** RFC 7644, 3.4.2.2. @throws AppError INVALID_REQUEST (invalidFilter) */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_CHARS) throw invalid(`must have at most ${MAX_CHARS} characters`);
  if (hasControls(text)) throw invalid('must not have control characters');
  let filter: Filter;
  try {
    filter = parse(text);
  } catch {
    throw invalid('cannot be parsed');
  }
  if (comparisonsOf(filter) > MAX_COMPARISONS) throw invalid(`must have at most ${MAX_COMPARISONS} comparisons`);
  return filter;
}

/** A condition with all values as parameters. @throws AppError INVALID_REQUEST (invalidFilter) for attributes that are not listed */
export function filterSql(filter: Filter, attributes: FilterAttributes, p: Parameter, parent = ''): string {
  switch (filter.op) {
    case 'and':
    case 'or':
      return `(${filter.filters.map((part) => filterSql(part, attributes, p, parent)).join(` ${filter.op} `)})`;
    case 'not':
      return `((${filterSql(filter.filter, attributes, p, parent)}) IS NOT TRUE)`;
    case '[]':
      return filterSql(filter.valFilter, attributes, p, `${parent}${filter.attrPath}.`);
    default:
      return comparison(filter, attributeOf(`${parent}${filter.attrPath}`, attributes), p);
  }
}

type Comparison = Exclude<Filter, { op: '[]' } | { op: 'not' } | { filters: Filter[] }>;

const ORDER = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

function comparison(filter: Comparison, attribute: FilterAttribute, p: Parameter): string {
  const { sql } = attribute;
  if (filter.op === 'pr') return `(${sql} IS NOT NULL)`;
  if (filter.compValue === null) {
    if (filter.op === 'eq' || filter.op === 'ne') return `(${sql} IS ${filter.op === 'eq' ? '' : 'NOT '}NULL)`;
    throw invalid(`cannot compare with null by ${filter.op}`);
  }
  const value = valueOf(filter.compValue, attribute, p);
  const isText = attribute.kind === 'text' || attribute.kind === 'exact';
  const own = attribute.kind === 'text' ? `lower(${sql})` : sql;
  // Called once: PostgreSQL refuses parameters that no condition uses.
  const equal = (): string => (attribute.equals ? attribute.equals(value) : `${own} = ${value}`);
  switch (filter.op) {
    case 'eq':
      return `(${equal()})`;
    case 'ne':
      return `((${equal()}) IS NOT TRUE)`;
    case 'co':
    case 'sw':
    case 'ew':
      if (!isText) break;
      if (filter.op === 'co') return `(position(${value} in ${own}) > 0)`;
      return filter.op === 'sw' ? `starts_with(${own}, ${value})` : `(right(${own}, length(${value})) = ${value})`;
    default:
      if (attribute.kind !== 'boolean') return `(${own} ${ORDER[filter.op]} ${value})`;
  }
  throw invalid(`cannot compare this attribute by ${filter.op}`);
}

/** Placeholder of the value, with its type. */
function valueOf(value: string | number | boolean, { kind }: FilterAttribute, p: Parameter): string {
  if (kind === 'boolean') {
    const text = String(value).toLowerCase();
    // Entra ID quotes booleans.
    if (text !== 'true' && text !== 'false') throw invalid('must compare a boolean with true or false');
    return `${p(text === 'true')}::boolean`;
  }
  if (typeof value !== 'string') throw invalid('must compare texts and times with a quoted text');
  if (kind === 'exact') return `${p(value)}::text`;
  if (kind === 'text') return `lower(${p(value)}::text)`;
  if (!/^\d{4}-\d\d-\d\dT/.test(value) || Number.isNaN(Date.parse(value))) throw invalid('has an invalid time');
  return `${p(new Date(value))}::timestamptz`;
}

function attributeOf(path: string, attributes: FilterAttributes): FilterAttribute {
  const name = path.toLowerCase().replace(CORE_PREFIX, '');
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (!attribute) throw invalid('names an attribute that cannot be filtered');
  return attribute;
}

function comparisonsOf(filter: Filter): number {
  if ('filters' in filter) return filter.filters.reduce((sum, part) => sum + comparisonsOf(part), 0);
  if (filter.op === 'not') return comparisonsOf(filter.filter);
  return filter.op === '[]' ? comparisonsOf(filter.valFilter) : 1;
}

function invalid(issue: string): Error {
  return refused('invalidFilter', `filter ${issue}`);
}
