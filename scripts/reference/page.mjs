import { eventStream, operationsOf, permissionsOf, titleOf } from './description.mjs';
import { LANGUAGES, samplesOf } from './samples.mjs';
import { escape, inline, prose, SchemaHtml } from './schema-html.mjs';

/** Errors that most operations have are explained once. */
const COMMON_SHARE = 0.5;

/**
 * The reference as one page that needs no script to be read.
 * @param links addresses of the style, the script and the other files, relative to the page
 */
export function pageOf(document, { examples, introduction, links }) {
  const operations = operationsOf(document);
  const page = new Page(document, operations, examples);
  const { title, version, description } = document.info;
  const permissions = document.components.securitySchemes.oauth2.flows.authorizationCode.scopes;
  const needed = new Set(operations.flatMap((operation) => permissionsOf(operation) ?? []));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(title)}: API reference</title>
<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><meta name="description" content="${escape(description)}">
<link rel="stylesheet" href="${links.style}"><script src="${links.script}" defer></script>
<link rel="alternate" type="application/json" href="${links.openapi}" title="OpenAPI"></head><body>
<a class="skip" href="#content">Skip to the content</a>
<header><p class="product">API reference <span>${escape(version)}</span></p>
<form role="search"><label for="query">Search</label><input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="Name, path or field ( / )">
<label for="permission">Permission</label><select id="permission"><option value="">any</option>${[...needed]
    .sort()
    .map((name) => `<option>${name}</option>`)
    .join('')}</select>
<output id="found"></output></form>
<fieldset><legend class="unseen">Language of the samples</legend>${Object.entries(LANGUAGES)
    .map(
      ([id, name], i) =>
        `<label><input type="radio" name="language" value="${id}"${i === 0 ? ' checked' : ''}><span>${name}</span></label>`,
    )
    .join('')}</fieldset></header>
<nav aria-label="Operations">${page.navigation()}</nav>
<main id="content" tabindex="-1"><h1>${escape(title)}</h1><p>${inline(description)}</p>
<p>Files: <a href="${links.openapi}">OpenAPI 3.1</a> (<a href="${links.openapiYaml}">YAML</a>), <a href="${links.asyncapi}">AsyncAPI 3</a> of webhooks and streams, a <a href="${links.collection}">collection</a> for Postman and Bruno, <a href="${links.llms}">llms.txt</a>.</p>
<h2>Introduction</h2>${prose(introduction.replaceAll('(operation:', '(#'))}${page.commonErrors()}<h3>Permissions</h3>${list(permissions)}
${page.groups()}
<section id="schemas"><h2>Schemas</h2>${page.schemas()}</section></main></body></html>
`;
}

const list = (words) =>
  `<ul class="words">${Object.entries(words)
    .map(([name, text]) => `<li><code>${escape(name)}</code> ${inline(text)}</li>`)
    .join('')}</ul>`;

const idOf = (name) => name.toLowerCase().replaceAll(' ', '-');

class Page {
  constructor(document, operations, examples) {
    Object.assign(this, { document, operations, examples });
    this.html = new SchemaHtml(document.components.schemas);
    const counts = new Map();
    const errors = operations.flatMap(({ responses }) =>
      errorsOf(responses).map(([status, { description }]) => `${status} ${description}`),
    );
    for (const error of errors) counts.set(error, (counts.get(error) ?? 0) + 1);
    this.common = new Set(
      [...counts].filter(([, count]) => count > operations.length * COMMON_SHARE).map(([error]) => error),
    );
  }

  ofTag(tag) {
    return this.operations.filter((operation) => operation.tags[0] === tag);
  }

  navigation() {
    const item = (operation) =>
      `<li><a href="#${operation.operationId}"><b class="${operation.method}">${operation.method.toUpperCase()}</b> <span>${escape(titleOf(operation))}</span></a></li>`;
    const group = ({ name, tags }) =>
      `<p><a href="#${idOf(name)}">${escape(name)}</a></p>${tags
        .map(
          (tag) =>
            `${tags.length > 1 ? `<p class="tag">${escape(tag)}</p>` : ''}<ul>${this.ofTag(tag).map(item).join('')}</ul>`,
        )
        .join('')}`;
    const groups = this.document['x-tagGroups'].map((one) => `<section>${group(one)}</section>`).join('');
    return `${groups}<section><p><a href="#schemas">Schemas</a></p></section>`;
  }

  commonErrors() {
    const items = [...this.common].sort().map((error) => {
      const [, status, text] = /^(\d+) (.*)$/.exec(error);
      return `<li><code>${status}</code> ${inline(text)}</li>`;
    });
    return `<h3 id="common-errors">Errors of most operations</h3><ul class="words">${items.join('')}</ul>`;
  }

  groups() {
    const { tags } = this.document;
    const tagOf = (name, many) =>
      `<div class="tagged"><h3${many ? '' : ' class="unseen"'}>${escape(name)}</h3><p>${inline(tags.find((tag) => tag.name === name).description)}</p>${this.ofTag(
        name,
      )
        .map((operation) => this.operation(operation))
        .join('')}</div>`;
    return this.document['x-tagGroups']
      .map(({ name, tags: names }) => {
        const events = name === 'Events' ? this.events() : '';
        return `<section class="group" id="${idOf(name)}"><h2>${escape(name)}</h2>${names.map((tag) => tagOf(tag, names.length > 1)).join('')}${events}</section>`;
      })
      .join('');
  }

  operation(operation) {
    const { operationId, method, route, summary, description, deprecated } = operation;
    const example = this.examples[operationId];
    const needs = permissionsOf(operation);
    return `<article id="${operationId}" class="op" data-needs="${(needs ?? []).join(' ')}"><div class="about"><h4><a href="#${operationId}">${escape(titleOf(operation))}</a>${deprecated ? ' <span class="deprecated">deprecated</span>' : ''}</h4>
<p class="address"><b class="${method}">${method.toUpperCase()}</b> <code>${escape(route).replaceAll('/', '/<wbr>')}</code></p><p>${inline(summary)}</p>${description ? prose(description) : ''}
<p class="needs">${accessOf(operation, needs)}</p>${this.parameters(operation)}${this.request(operation)}${this.answers(operation)}${this.errors(operation)}</div>
<div class="code">${this.samples(operation, example)}${answerOf(example)}</div></article>`;
  }

  parameters({ parameters = [] }) {
    if (parameters.length === 0) return '';
    const items = parameters.map(({ name, required, schema, description, in: place }) =>
      this.html.field(
        place === 'header' ? `${name}:` : name,
        { ...schema, ...(description && { description }) },
        true,
        required,
      ),
    );
    return `<h5>Parameters</h5><ul class="fields">${items.join('')}</ul>`;
  }

  request({ requestBody }) {
    if (!requestBody) return '';
    const [[type, { schema }]] = Object.entries(requestBody.content);
    const optional = requestBody.required ? '' : ', optional';
    return `<h5>Body <span>${escape(type)}${optional}</span></h5>${this.html.body(schema, true)}`;
  }

  answers({ responses }) {
    const successes = Object.entries(responses).filter(([status]) => status < '300');
    return successes
      .map(([status, { content = {}, description }]) => this.answer(status, content, description))
      .join('');
  }

  answer(status, content, description) {
    const types = Object.keys(content);
    const shown = types.length > 3 ? `${types.slice(0, 2).join(', ')} and ${types.length - 2} more` : types.join(', ');
    const head = `<h5>${status} <span>${escape(shown || 'no content')}</span></h5>`;
    const json = content['application/json']?.schema;
    const events = content['text/event-stream']?.schema;
    const isFile = !json && !events && types.length > 0;
    return `${head}${isFile ? `<p>${inline(description)}</p>` : ''}${json ? this.data(json) : ''}${events ? `<p>Events of the stream:</p>${this.html.body(events)}` : ''}`;
  }

  /** Readers know the envelope from the introduction. */
  data(schema) {
    const { data, pagination } = schema.properties ?? {};
    if (!data) return this.html.body(schema);
    const paged = pagination ? ', with <code>pagination</code>' : '';
    return `<p><code>data</code>: ${this.html.typeOf(data)}${paged}</p>${this.html.body(data.type === 'array' ? data.items : data)}`;
  }

  errors({ responses }) {
    const special = errorsOf(responses).filter(
      ([status, { description }]) => !this.common.has(`${status} ${description}`),
    );
    const items = special.map(([status, { description }]) => `<li><code>${status}</code> ${inline(description)}</li>`);
    return `<h5>Errors</h5><ul class="words">${items.join('')}<li><a href="#common-errors">Errors of most operations</a></li></ul>`;
  }

  samples(operation, example) {
    const samples = samplesOf(operation, example);
    return Object.entries(LANGUAGES)
      .map(
        ([id, name]) =>
          `<figure class="${id}"><figcaption>${name}</figcaption><pre><code>${escape(samples[id])}</code></pre></figure>`,
      )
      .join('');
  }

  events() {
    const items = Object.entries(this.document.webhooks).map(([name, { post }]) => {
      const { schema, example } = post.requestBody.content['application/json'];
      return `<article id="event-${name}" class="op"><div class="about"><h4><a href="#event-${name}">${name}</a></h4><p>${inline(post.summary)}</p><h5>data</h5>${this.html.body(schema.properties.data)}</div><div class="code"><figure><figcaption>Body</figcaption><pre><code>${escape(JSON.stringify(example, null, 2))}</code></pre></figure></div></article>`;
    });
    return `<div class="tagged"><h3>Event types</h3><p>Sent to the endpoints with the headers of <a href="https://www.standardwebhooks.com/">Standard Webhooks</a>.</p>${items.join('')}</div>`;
  }

  schemas() {
    return Object.entries(this.document.components.schemas)
      .map(([name, schema]) => {
        const about = schema.description ? `<p>${inline(schema.description)}</p>` : '';
        return `<article id="schema-${name}" class="schema"><h3><a href="#schema-${name}">${escape(name)}</a></h3>${about}<div>${this.html.body(schema, name.endsWith('Request'))}</div></article>`;
      })
      .join('');
  }
}

const errorsOf = (responses) => Object.entries(responses).filter(([status]) => status >= '300');

function accessOf({ security = [] }, needs) {
  if (needs === null) return 'No sign-in';
  const ways = security.some((way) => way.api_key) ? 'session, API key or OAuth token' : 'session only';
  const words = needs.map((name) => `<code>${name}</code>`).join(' and ');
  return `${words ? `Needs ${words}` : 'Any signed-in user'}; ${ways}`;
}

function answerOf(example) {
  const { status, type, body, events } = example?.answer ?? {};
  if (body === undefined && !events) return '';
  const text = events ? eventStream(events).trim() : typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return `<figure><figcaption>Answer ${status} <span>${escape(type)}${example.shortened ? ', shortened' : ''}</span></figcaption><pre><code>${escape(text)}</code></pre></figure>`;
}
