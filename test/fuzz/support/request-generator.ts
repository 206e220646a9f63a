import fc, { type Arbitrary } from 'fast-check';
import type { ApiDescription, Operation, Parameter } from '../../support/api/api-description.js';
import { HOSTILE, HOSTILE_TEXT } from './hostile-values.js';
import { FILES } from './sample-files.js';
import { SchemaValues } from './schema-values.js';

/** Who sends: an index into the callers of a round. */
export interface GeneratedRequest {
  operation: Operation;
  caller: number;
  /** Below the API's base, filled in and with its query. */
  path: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
}

/** Halves of surrogate pairs are no text that can be sent. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** A text as a path segment: `fetch` would resolve `.` and `..` away. */
const inPath = (text: string): string => encodeURIComponent(wellFormed(text)).replace(/^\.+$/, '%2e') || '%20';

/** Null but for one time in so many. */
const rarely = <T>(arbitrary: Arbitrary<T>, times: number): Arbitrary<T | null> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** Requests as `openapi.json` describes them, nearly. */
export class RequestGenerator {
  private readonly values: SchemaValues;
  private readonly ids: Arbitrary<string>;

  /**
   * @param known ids that the service made, grown while it answers
   * @param callers how many there are to choose from
   */
  constructor(
    private readonly api: ApiDescription,
    private readonly known: readonly string[],
    private readonly callers: number,
  ) {
    // Which ids are known changes between requests: the place is drawn, not the id.
    this.ids = fc.nat({ max: 10_000 }).map((place) => this.known[place % this.known.length] ?? 'doc_0');
    this.values = new SchemaValues(api.schemas, this.ids);
  }

  request(): Arbitrary<GeneratedRequest> {
    return fc.constantFrom(...this.api.operations).chain((operation) => this.of(operation));
  }

  private of(operation: Operation): Arbitrary<GeneratedRequest> {
    return fc
      .record({
        caller: fc.nat({ max: this.callers - 1 }),
        places: fc.record(this.parametersOf(operation, 'path', (parameter) => this.place(operation, parameter))),
        query: fc.record(
          this.parametersOf(operation, 'query', ({ schema }) => this.values.of(schema)),
          { requiredKeys: [] },
        ),
        stray: rarely(fc.tuple(HOSTILE_TEXT, HOSTILE_TEXT), 30),
        headers: rarely(this.headers(), 4),
        body: this.body(operation),
      })
      .map(({ caller, places, query, stray, headers, body }) => {
        const filled = operation.template.replace(/\{(\w+)\}/g, (_, name: string) => inPath(String(places[name])));
        const search = new URLSearchParams();
        for (const [name, value] of Object.entries(query)) {
          for (const one of Array.isArray(value) ? value : [value]) search.append(name, asText(one));
        }
        if (stray) search.append(...stray);
        const path = search.size > 0 ? `${filled}?${search.toString()}` : filled;
        return { operation, caller, path, headers: { ...body.headers, ...headers }, body: body.content };
      });
  }

  private parametersOf(
    { parameters }: Operation,
    place: Parameter['in'],
    arbitrary: (parameter: Parameter) => Arbitrary<unknown>,
  ): Record<string, Arbitrary<unknown>> {
    return Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) => [parameter.name, arbitrary(parameter)]),
    );
  }

  /** Mostly an id of the kind that the path wants. */
  private place({ template }: Operation, { name, schema }: Parameter): Arbitrary<unknown> {
    if (schema.type === 'integer') return fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, this.values.of(schema));
    const kind = kindOf(template, name);
    const fitting = fc.nat({ max: 10_000 }).map((place) => {
      const candidates = this.known.filter((id) => id.startsWith(kind));
      return candidates[place % candidates.length] ?? `${kind}00000000000000000000000000`;
    });
    return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 2, arbitrary: this.ids }, HOSTILE_TEXT);
  }

  private headers(): Arbitrary<Record<string, string>> {
    const ascii = fc.string({ maxLength: 40 }).map((text) => text.trim());
    return fc
      .record(
        {
          'if-match': fc.oneof(ascii, fc.constantFrom('*', '"1"', 'W/"1"')),
          'idempotency-key': fc.oneof(ascii, fc.uuid()),
          'if-none-match': ascii,
          range: fc.constantFrom(
            'bytes=0-9',
            'bytes=-1',
            'bytes=9-1',
            'bytes=0-1,3-4',
            'lines=1',
            'bytes=99999999999-',
          ),
          'last-event-id': ascii,
          'x-request-id': ascii,
          accept: fc.constantFrom(
            'application/json',
            '*/*',
            'text/event-stream',
            'text/html',
            'nonsense',
            'image/webp',
          ),
          'x-debug': fc.constant('true'),
          'content-type': fc.constantFrom('application/json', 'text/plain', 'application/json; charset=latin1', '/'),
        },
        { requiredKeys: [] },
      )
      .chain((all) =>
        // Few headers at a time, or none: or hardly a request would get past them.
        fc
          .subarray(Object.keys(all), { maxLength: 1 })
          .map((names) => Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))),
      );
  }

  private body(
    operation: Operation,
  ): Arbitrary<{ content: GeneratedRequest['body']; headers: Record<string, string> }> {
    const [[type, { schema = {} }] = ['', {}]] = Object.entries(operation.requestBody?.content ?? {});
    if (type === '') return fc.constant({ content: undefined, headers: {} });
    if (type === 'multipart/form-data') return this.form(schema.$ref);
    const headers = { 'content-type': type };
    const whole = this.values.of(schema);
    if (type !== 'application/json') {
      return whole.map((value) => ({ content: new URLSearchParams(textsOf(value)).toString(), headers }));
    }
    const unknownField = fc.tuple(whole, HOSTILE_TEXT, HOSTILE).map(([value, name, more]) => {
      return typeof value === 'object' && value !== null ? { ...value, [name]: more } : more;
    });
    const json = fc.oneof({ weight: 15, arbitrary: whole }, { weight: 1, arbitrary: unknownField });
    const text = json.map((value) => JSON.stringify(value) ?? '');
    const broken = fc.tuple(text, fc.nat({ max: 30 })).map(([value, length]) => value.slice(0, length));
    return fc
      .oneof({ weight: 30, arbitrary: text }, { weight: 1, arbitrary: broken })
      .map((content) => ({ content, headers }));
  }

  private form(ref: string | undefined): Arbitrary<{ content: FormData; headers: Record<string, string> }> {
    const { properties = {} } = this.api.schemas[ref?.split('/').at(-1) ?? ''] ?? {};
    const fields = Object.entries(properties).filter(([name]) => name !== 'file');
    const values = fc.record(Object.fromEntries(fields.map(([name, schema]) => [name, this.values.of(schema)])), {
      requiredKeys: ['title', 'document_type', 'aircraft_type', 'version'].filter((name) => name in properties),
    });
    return fc
      .record({ values, file: fc.option(fc.constantFrom(...FILES)), name: fc.oneof(HOSTILE_TEXT, fc.constant('a.md')) })
      .map(({ values: given, file, name }) => {
        const content = new FormData();
        for (const [field, value] of Object.entries(given)) content.append(field, asText(value));
        if (file) content.append('file', new Blob([new Uint8Array(file)]), wellFormed(name));
        return { content, headers: {} };
      });
  }
}

/** What ids the path wants there, by the collection before it. */
function kindOf(template: string, name: string): string {
  if (name === 'revision_id') return 'rev_';
  if (name === 'message_id') return 'msg_';
  if (name === 'delivery_id') return 'delivery_';
  const [collection = ''] = /^([\w/-]+)\/\{/.exec(template)?.slice(1) ?? [];
  return KINDS[collection] ?? '';
}

const KINDS: Readonly<Record<string, string>> = {
  '/documents': 'doc_',
  '/users': 'user_',
  '/teams': 'team_',
  '/comments': 'comment_',
  '/shares': 'share_',
  '/webhooks': 'webhook_',
  '/api-keys': 'key_',
  '/notifications': 'notification_',
  '/chat/sessions': 'chat_',
  '/auth/sessions': 'session_',
  '/auth/mfa/methods': 'mfa_',
  '/oauth/clients': 'client_',
  '/oauth/grants': 'grant_',
  '/identity-providers': 'idp_',
  '/organization/exports': 'export_',
  '/aircraft': 'aircraft_',
  '/assignments': 'assignment_',
  '/job-cards': 'jc_',
  '/offline-packages': 'pack_',
  '/acknowledgements': 'ack_',
  '/discrepancies': 'discrepancy_',
};

function asText(value: unknown): string {
  return wellFormed(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return { value: asText(value) };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asText(one)]));
}
