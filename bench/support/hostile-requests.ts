import { readFileSync } from 'node:fs';
import path from 'node:path';
import { newId, ID_PREFIXES, type ObjectKind } from '../../src/common/ids/type-id.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { LargestValues, named, shapelessBodies, TEXTS, type Schema } from './hostile-bodies.js';

const MAX_BODY_BYTES = 1_048_576;
/** The rest of 16 KiB after an access token. */
const MAX_HEADER = 13_000;
const MAX_URL = 8_000;
const BOUNDARY = 'hostile';

/** A request at or just above the size limit, and its row of the table. */
export interface HostileRequest {
  group: string;
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

interface Operation {
  method: string;
  template: string;
  parameters: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Existing objects by the prefix of the routes that use them. */
export type Known = Record<string, Record<string, string>>;

/** Worst-case requests for every route of `openapi.json`, including new ones. */
export class HostileRequests {
  private readonly schemas: Record<string, Schema>;
  private readonly operations: Operation[];

  constructor(private readonly known: Known) {
    const api = JSON.parse(readFileSync(path.join(projectRoot(), 'openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, Omit<Operation, 'method' | 'template'>>>;
      components: { schemas: Record<string, Schema> };
    };
    this.schemas = api.components.schemas;
    this.operations = Object.entries(api.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        parameters: operation.parameters ?? [],
        method: method.toUpperCase(),
        template,
      })),
    );
  }

  *all(): Generator<HostileRequest> {
    for (const operation of this.operations) {
      for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {})) {
        if (type === 'application/json') yield* this.json(operation, schema);
        else if (type === 'multipart/form-data') yield* this.multipart(operation, schema);
        else yield* this.form(operation, schema);
      }
      yield* this.queries(operation);
      yield* this.ids(operation);
    }
    yield* this.headers();
  }

  private *json(operation: Operation, schema: Schema): Generator<HostileRequest> {
    const group = `JSON to ${operation.method} ${operation.template}`;
    const make = (name: string, body: string): HostileRequest =>
      this.make(operation, {
        group,
        name,
        body: Buffer.from(body).subarray(0, MAX_BODY_BYTES),
        type: 'application/json',
      });
    const fields = Object.keys(new LargestValues(this.schemas, 'a').resolve(schema).properties ?? {});
    for (const [name, body] of Object.entries(shapelessBodies(MAX_BODY_BYTES, fields[0] ?? 'a')))
      yield make(name, body);
    for (const unit of TEXTS) {
      const largest = JSON.stringify(new LargestValues(this.schemas, unit).of(schema, this.knownTo(operation)));
      if (largest.length <= MAX_BODY_BYTES) yield make(`largest, of ${named(unit)}`, largest);
      const encoded = JSON.stringify(unit).slice(1, -1);
      const times = Math.floor((MAX_BODY_BYTES / (fields.length + 1) - 100) / Buffer.byteLength(encoded));
      const members = fields.map((field) => `"${field}":"${encoded.repeat(times)}"`);
      yield make(`1 MiB of ${named(unit)}`, `{${members.join()}}`);
    }
  }

  private *form(operation: Operation, schema: Schema): Generator<HostileRequest> {
    const group = `form to ${operation.method} ${operation.template}`;
    const make = (name: string, body: string): HostileRequest =>
      this.make(operation, { group, name, body: Buffer.from(body), type: 'application/x-www-form-urlencoded' });
    const size = 65_000;
    yield make('fields', 'a&'.repeat(size / 2));
    yield make('1 MiB', `a=${'x'.repeat(MAX_BODY_BYTES - 10)}`);
    const { properties = {} } = new LargestValues(this.schemas, 'a').resolve(schema);
    const all = { client_id: '', client_assertion: '', client_assertion_type: '', scope: '', ...properties };
    const base = 'grant_type=authorization_code&code=x&token=x&client_id=x&redirect_uri=x&code_verifier=x';
    for (const field of Object.keys(all)) {
      for (const unit of TEXTS) {
        const value = encodeURIComponent(unit).repeat(Math.floor((size - 200) / encodeURIComponent(unit).length));
        yield make(
          `${field} of ${named(unit)}`,
          `${base.replace(new RegExp(`(^|&)${field}=[^&]*`), '')}&${field}=${value}`,
        );
      }
    }
  }

  private *multipart(operation: Operation, schema: Schema): Generator<HostileRequest> {
    const group = `multipart form to ${operation.method} ${operation.template}`;
    const make = (name: string, body: string, boundary = BOUNDARY): HostileRequest =>
      this.make(operation, {
        group,
        name,
        body: Buffer.from(body).subarray(0, MAX_BODY_BYTES),
        type: `multipart/form-data; boundary=${boundary}`,
      });
    const part = (name: string, value: string, more = ''): string =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
    const end = `--${BOUNDARY}--\r\n`;
    const times = (text: string, bytes = MAX_BODY_BYTES - 500): string =>
      text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
    yield make('parts', times(part('a', '')) + end);
    yield make('headers of a part', `--${BOUNDARY}\r\n${times('a: b\r\n')}\r\n\r\nx\r\n${end}`);
    yield make(
      'a header of a part',
      `--${BOUNDARY}\r\nContent-Disposition: form-data; ${times('a=b;')}\r\n\r\nx\r\n${end}`,
    );
    yield make('nearly boundaries', times(`\r\n--${BOUNDARY.slice(0, -1)}`) + end);
    yield make('a long boundary', times('a'), 'a'.repeat(MAX_HEADER));
    yield make('nearly a long boundary', times(`\r\n--${'a'.repeat(MAX_HEADER - 1)}b`), 'a'.repeat(MAX_HEADER));
    const { properties = {} } = new LargestValues(this.schemas, 'a').resolve(schema);
    for (const unit of TEXTS) {
      const name = named(unit);
      yield make(`file name of ${name}`, part('file', 'x', `; filename="${times(unit, 60_000)}"`) + end);
      yield make(
        `extended file name of ${name}`,
        part('file', 'x', `; filename*=utf-8''${times(encodeURIComponent(unit), 60_000)}`) + end,
      );
      yield make(`file of ${name}`, part('file', times(unit), '; filename="a.txt"') + end);
      yield make(
        `fields of ${name}`,
        Object.keys(properties)
          .map((field) =>
            field === 'file' ? part('file', 'x', '; filename="a.txt"') : part(field, times(unit, 10_000)),
          )
          .join('') + end,
      );
    }
  }

  private *queries(operation: Operation): Generator<HostileRequest> {
    const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
    if (parameters.length === 0) return;
    const group = `query of ${operation.method} ${operation.template}`;
    const make = (name: string, query: string): HostileRequest => this.make(operation, { group, name, query });
    const distinct = Array.from({ length: 2_000 }, (_, index) => index.toString(36)).join('&');
    yield make('parameters', distinct.slice(0, MAX_URL));
    yield make('empty parameters', '&='.repeat(MAX_URL / 2));
    for (const { name, schema } of parameters) {
      yield make(`${name} again and again`, `${name}&`.repeat(Math.floor(MAX_URL / (name.length + 1))));
      const { maxLength = MAX_URL } = new LargestValues(this.schemas, 'a').resolve(schema);
      for (const unit of TEXTS) {
        const encoded = encodeURIComponent(unit);
        const longest = Math.floor(MAX_URL / encoded.length);
        yield make(`${name} of ${named(unit)}`, `${name}=${encoded.repeat(longest)}`);
        const fitting = Math.min(longest, Math.floor(maxLength / unit.length));
        yield make(`${name} of ${named(unit)}, as long as it may be`, `${name}=${encoded.repeat(fitting)}`);
      }
    }
  }

  private *ids(operation: Operation): Generator<HostileRequest> {
    if (!operation.template.includes('{')) return;
    const group = `ids in ${operation.method} ${operation.template}`;
    for (const unit of ['a', '%25', '%', '.', '%2f', '0', 'doc_', '%00', '%F0%9F%98%80', '-', ';']) {
      const text = unit.repeat(Math.floor(MAX_URL / 2 / unit.length));
      const address = operation.template.replaceAll(/\{\w+\}/g, text).slice(0, MAX_URL);
      yield { ...this.make(operation, { group, name: `of ${unit}` }), path: `/api/v1${address}` };
    }
  }

  private *headers(): Generator<HostileRequest> {
    const names =
      'accept accept-language accept-encoding accept-charset authorization x-api-key if-match if-none-match if-range if-modified-since range cookie x-request-id x-client-name user-agent idempotency-key last-event-id traceparent tracestate x-forwarded-for forwarded origin referer content-type x-debug prefer te via';
    const units = [
      'a',
      ' ',
      'a ',
      ',',
      'a,',
      ';',
      'a;',
      'a=b;',
      'a=b,',
      '"',
      '"a",',
      'W/"',
      '\\"',
      '0-0,',
      '1.',
      '%',
      '-',
      '.',
      '\t',
      '/',
      '*/*,',
      'a/b;q=0.1,',
      '=',
      '127.0.0.1,',
      'a.b.c.',
    ];
    const prefixes: Record<string, string[]> = {
      authorization: ['', 'Bearer ', 'Basic ', 'bearer'],
      range: ['', 'bytes='],
      'content-type': ['', 'application/json;', 'multipart/form-data; boundary='],
    };
    const places = [
      'GET /users/me',
      'GET /documents/{id}/content',
      'GET /oauth/authorize',
      'POST /oauth/token',
      'POST /documents',
      'POST /auth/login',
      'PATCH /users/me',
    ];
    const operations = this.operations.filter(({ method, template }) => places.includes(`${method} ${template}`));
    for (const [name, operation] of names
      .split(' ')
      .flatMap((header) => operations.map((to) => [header, to] as const))) {
      const hasBody = operation.method !== 'GET';
      for (const [prefix, unit] of (prefixes[name] ?? ['']).flatMap((before) =>
        units.map((each) => [before, each] as const),
      )) {
        const request = this.make(operation, {
          group: `header ${name}`,
          name: `${prefix}${unit} to ${operation.method} ${operation.template}`,
          ...(hasBody ? { body: Buffer.from('{}'), type: 'application/json' } : {}),
        });
        const value = prefix + unit.repeat(Math.floor(MAX_HEADER / unit.length));
        yield { ...request, headers: { ...request.headers, [name]: value } };
      }
    }
  }

  private make(
    operation: Operation,
    { group, name, body, type, query }: { group: string; name: string; body?: Buffer; type?: string; query?: string },
  ): HostileRequest {
    const known = this.knownTo(operation);
    const address = operation.template.replaceAll(
      /\{(\w+)\}/g,
      (_, parameter: string) => known[parameter] ?? unknownId(operation.template),
    );
    return {
      ...{ group, name, method: operation.method },
      path: `/api/v1${address}${query === undefined ? '' : `?${query}`}`,
      headers: type === undefined ? {} : { 'content-type': type },
      ...(body ? { body } : {}),
    };
  }

  private knownTo({ template }: Operation): Record<string, string> {
    const [, known = {}] = Object.entries(this.known).find(([start]) => template.startsWith(start)) ?? [];
    return known;
  }
}

/** A valid id of a missing object. */
function unknownId(template: string): string {
  const [, collection = ''] = /([a-z-]+)s\/\{\w+\}[^{]*$/.exec(template) ?? [];
  const kind = collection.replaceAll('-', '_');
  return newId(kind in ID_PREFIXES ? (kind as ObjectKind) : 'user');
}
