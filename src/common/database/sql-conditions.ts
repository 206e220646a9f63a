/** Conditions of a WHERE clause, joined by AND, with their parameters numbered as they come. */
export class SqlConditions {
  readonly parameters: unknown[];
  private readonly conditions: string[];

  /** Starts empty or, to add to them, with the conditions of another. */
  constructor(base?: SqlConditions) {
    this.parameters = [...(base?.parameters ?? [])];
    this.conditions = [...(base?.conditions ?? [])];
  }

  /** `add((p) => \`d.id = ${p(id)}\`)`: `p` takes a value and gives its placeholder. */
  add(condition: (p: (value: unknown) => string) => string): this {
    this.conditions.push(condition((value) => this.parameter(value)));
    return this;
  }

  /** Placeholder of a value that stands outside of the conditions, such as a LIMIT. */
  parameter(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  get sql(): string {
    return this.conditions.length > 0 ? this.conditions.join(' AND ') : 'true';
  }
}
