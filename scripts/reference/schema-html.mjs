import markdown from 'markdown-it';

const MARKDOWN = markdown({ html: false });
/** Code in the language that the reader chose, as the samples are. */
const FENCES = { sh: 'curl', ts: 'ts', python: 'python' };
MARKDOWN.renderer.rules.fence = (tokens, index) => {
  const { info, content } = tokens[index];
  return `<figure class="${FENCES[info] ?? ''}"><pre><code>${escape(content.trim())}</code></pre></figure>`;
};
/** Values of an enumeration that are listed where it is used. */
const MOST_VALUES = 25;

export const escape = (text) =>
  String(text).replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character],
  );
export const inline = (text = '') => MARKDOWN.renderInline(text);
export const prose = (text) => MARKDOWN.render(text);
const code = (value) => `<code>${escape(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;

/** Renders schemas as lists of fields. A reference to an object is filled in when a reader opens it. */
export class SchemaHtml {
  constructor(schemas) {
    this.schemas = schemas;
  }

  /**
   * The fields of an object, those of a list's items, or what a value may be.
   * @param isSent whether callers send it, and must know what is required
   */
  body(schema, isSent) {
    const { target, name } = this.settle(schema);
    if (target.properties) return this.fields(target, isSent);
    if (target.type === 'array')
      return `<p>A list of ${this.typeOf(target.items)}.</p>${this.body(target.items, isSent)}`;
    const choices = (target.oneOf ?? target.anyOf ?? []).filter(({ type }) => type !== 'null');
    if (choices.length > 0) return `<p>One of:</p>${choices.map((choice) => this.choice(choice, isSent)).join('')}`;
    if (target.enum) return `<p>${this.values(target)}</p>`;
    return `<p>${name ? escape(name) : this.typeOf(target)}</p>`;
  }

  fields({ properties, required = [] }, isSent) {
    const order = Object.entries(properties).sort(([a], [b]) => required.includes(b) - required.includes(a));
    return `<ul class="fields">${order.map(([name, schema]) => this.field(name, schema, isSent, required.includes(name))).join('')}</ul>`;
  }

  field(name, schema, isSent, required) {
    const { target } = this.settle(schema);
    const marks = [
      required && isSent && '<span class="required">required</span>',
      (schema.deprecated ?? target.deprecated) && '<span class="deprecated">deprecated</span>',
      schema.writeOnly && '<span>write-only</span>',
    ];
    const about = schema.description ?? target.description;
    return `<li><code class="name">${escape(name)}</code> <span class="type">${this.typeOf(schema)}</span> ${marks
      .filter(Boolean)
      .join(
        ' ',
      )}${about ? `<p>${inline(about)}</p>` : ''}${this.limits(schema, target)}${this.inner(schema, isSent)}</li>`;
  }

  /** Nested objects: those without a name at once, the others on demand. */
  inner(schema, isSent) {
    const { target, name } = this.settle(schema);
    if (target.type === 'array') return this.inner(target.items, isSent);
    const choices = (target.oneOf ?? target.anyOf ?? []).filter(({ type }) => type !== 'null');
    if (choices.length > 1) return choices.map((choice) => this.choice(choice, isSent)).join('');
    if (!target.properties) return '';
    return this.choice(schema, isSent);
  }

  choice(schema, isSent) {
    const { target, name } = this.settle(schema);
    if (!name || !target.properties) return target.properties ? this.fields(target, isSent) : '';
    return `<details data-schema="${name}"><summary>${escape(name)}</summary><a href="#schema-${name}">Fields of ${escape(name)}</a></details>`;
  }

  /** Follows references, also those that may be null. */
  settle(schema) {
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1);
      return { target: this.schemas[name], name };
    }
    const choices = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
    return choices.length === 1 ? this.settle(choices[0]) : { target: schema };
  }

  typeOf(schema) {
    const { target, name } = this.settle(schema);
    const isNullable = [schema, target].some(
      ({ type, anyOf, oneOf }) =>
        [type].flat().includes('null') || [anyOf, oneOf].flat().some((one) => one?.type === 'null'),
    );
    const nullable = isNullable ? ' or null' : '';
    const type = [target.type ?? []]
      .flat()
      .filter((one) => one !== 'null')
      .join(' or ');
    if (type === 'array') return `list of ${this.typeOf(target.items)}${nullable}`;
    if (type === 'object' && name) return `${escape(name)}${nullable}`;
    return `${escape(type || 'any of')}${target.format ? `, ${escape(target.format)}` : ''}${nullable}`;
  }

  limits(schema, target) {
    const all = { ...(target.type === 'array' ? this.settle(target.items).target : {}), ...target, ...schema };
    const parts = [
      all.minimum !== undefined || all.maximum !== undefined ? range(all.minimum, all.maximum) : '',
      all.minLength > 1 || all.maxLength ? `${range(all.minLength, all.maxLength)} characters` : '',
      all.maxItems ? `${range(all.minItems, all.maxItems)} items` : '',
      all.pattern ? `matches ${code(all.pattern)}` : '',
      all.default !== undefined ? `default ${code(all.default)}` : '',
      all.enum && all.enum[0] !== true ? this.values(all) : '',
    ].filter(Boolean);
    return parts.length > 0 ? `<p class="limits">${parts.join('; ')}</p>` : '';
  }

  values({ enum: values }) {
    const shown = values.slice(0, MOST_VALUES).map(code).join(' ');
    return values.length > MOST_VALUES ? `${shown} and ${values.length - MOST_VALUES} more` : shown;
  }
}

function range(from, to) {
  if (from === undefined) return `at most ${to}`;
  return to === undefined ? `at least ${from}` : `${from} to ${to}`;
}
