/** Rows that lists count. Counting stops there, which bounds the cost of a list. */
export const MAX_COUNTED = 100_000;

/** SQL of `total_count`, which is {@link MAX_COUNTED} + 1 when there are more. @param matching what follows `SELECT` */
export function boundedCount(matching: string): string {
  return `SELECT count(*)::float8 AS total_count FROM (SELECT ${matching} LIMIT ${MAX_COUNTED + 1}) AS matching`;
}

/** {@link boundedCount} as lists return it. */
export function bounded(count: number): { totalCount: number; isExact: boolean } {
  return { totalCount: Math.min(count, MAX_COUNTED), isExact: count <= MAX_COUNTED };
}

/** The rows of a page, newest first, each with `total_count`; an empty page has one row with it, and nulls. @param counted item of a FROM clause */
export function withCount(counted: string, page: string): string {
  return `SELECT counted.total_count, page.* FROM ${counted} LEFT JOIN (${page}) AS page ON true ORDER BY page.id DESC`;
}

/** Conditions of a WHERE clause, joined by AND, with numbered parameters. */
export class SqlConditions {
  readonly parameters: unknown[];
  private readonly conditions: string[];

  constructor(base?: SqlConditions) {
    this.parameters = [...(base?.parameters ?? [])];
    this.conditions = [...(base?.conditions ?? [])];
  }

  /** `add((p) => \`d.id = ${p(id)}\`)`: `p` takes a value and returns its placeholder. */
  add(condition: (p: (value: unknown) => string) => string): this {
    this.conditions.push(condition((value) => this.parameter(value)));
    return this;
  }

  /** Placeholder of a value outside of the conditions, such as a LIMIT. */
  parameter(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  get sql(): string {
    return this.conditions.length > 0 ? this.conditions.join(' AND ') : 'true';
  }
}
