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
