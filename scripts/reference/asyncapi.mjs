/** Streams: one channel for each operation that answers with events. */
const STREAM = 'text/event-stream';
const CLOUD_EVENT = 'application/cloudevents+json; charset=utf-8';

/** AsyncAPI 3.0 of webhooks and streams, from the description of the API. */
export function asyncApiOf(document) {
  const channels = { ...webhookChannels(document), ...streamChannels(document) };
  const operations = Object.fromEntries(
    Object.entries(channels).map(([name, { description }]) => [
      `send${name[0].toUpperCase()}${name.slice(1)}`,
      { action: 'send', channel: { $ref: `#/channels/${name}` }, summary: description },
    ]),
  );
  const { title, version, license } = document.info;
  const { bearer, api_key: key } = document.components.securitySchemes;
  return {
    asyncapi: '3.0.0',
    id: 'urn:aviation-maintenance-knowledge-service',
    info: {
      title,
      version,
      license,
      description:
        'Webhooks, which the service sends to registered endpoints, and streams of server-sent events, which clients open.',
    },
    defaultContentType: 'application/json',
    servers: {
      service: {
        host: '{host}',
        protocol: 'https',
        pathname: document.servers[0].url,
        variables: { host: { default: 'manuals.example.com' } },
        security: [{ $ref: '#/components/securitySchemes/bearer' }, { $ref: '#/components/securitySchemes/api_key' }],
      },
    },
    channels,
    operations,
    components: {
      schemas: reachable(document.components.schemas, channels),
      securitySchemes: { bearer, api_key: { type: 'httpApiKey', name: key.name, in: key.in } },
    },
  };
}

function webhookChannels({ webhooks }) {
  const entries = Object.entries(webhooks);
  const standard = ([name, { post }]) => {
    const { schema, example } = post.requestBody.content['application/json'];
    return [name, message(name, post, schema, example)];
  };
  const cloudEvent = ([name, { post }]) => {
    const { schema, example } = post.requestBody.content['application/json'];
    return [
      name,
      { ...message(name, post, cloudEventOf(name, schema), cloudEventExample(example)), contentType: CLOUD_EVENT },
    ];
  };
  const channel = (description, of) => ({
    address: null,
    description,
    servers: [],
    bindings: { http: { bindingVersion: '0.3.0' } },
    messages: Object.fromEntries(entries.map(of)),
  });
  return {
    webhook: channel('The URL of an endpoint whose `format` is `standard`.', standard),
    cloudEvent: channel('The URL of an endpoint whose `format` is `cloudevents`.', cloudEvent),
  };
}

function message(name, { summary, parameters }, payload, example) {
  const properties = Object.fromEntries(
    parameters.map(({ name: header, description, schema }) => [header, { ...schema, description }]),
  );
  return {
    name,
    summary,
    headers: { type: 'object', required: Object.keys(properties), properties },
    payload,
    examples: [{ name, payload: example }],
  };
}

function cloudEventOf(name, { properties }) {
  const text = { type: 'string' };
  const fields = {
    specversion: { type: 'string', enum: ['1.0'] },
    id: { ...text, description: 'The `webhook-id`.' },
    source: { ...text, description: 'The service and the organization.', format: 'uri-reference' },
    type: { type: 'string', enum: [name] },
    time: properties.timestamp,
    datacontenttype: { type: 'string', enum: ['application/json'] },
    data: properties.data,
  };
  return { type: 'object', required: Object.keys(fields), properties: fields };
}

const cloudEventExample = ({ event, data, timestamp }) => ({
  specversion: '1.0',
  id: 'event_01kc4q8p2fe7x9v0r3m5t6w8ya',
  source: 'https://manuals.example.com/organizations/org_01k9zs3kq8e6xt4m2v7b5n9cpd',
  type: event,
  time: timestamp,
  datacontenttype: 'application/json',
  data,
});

function streamChannels({ paths, components }) {
  const found = Object.entries(paths).flatMap(([route, methods]) =>
    Object.values(methods).flatMap(({ operationId, summary, parameters = [], responses }) => {
      const [stream] = Object.values(responses).flatMap(({ content }) => content?.[STREAM] ?? []);
      if (!stream) return [];
      const names = parameters
        .filter(({ in: place }) => place === 'path')
        .map(({ name, description = name }) => [name, { description }]);
      const messages = Object.entries(stream.schema.discriminator.mapping).map(([event, $ref]) => [
        event,
        { name: event, summary: components.schemas[$ref.split('/').at(-1)].description, payload: { $ref } },
      ]);
      return [
        [
          operationId,
          {
            address: route,
            description: summary,
            parameters: Object.fromEntries(names),
            messages: Object.fromEntries(messages),
          },
        ],
      ];
    }),
  );
  return Object.fromEntries(found);
}

/** The schemas to which the channels refer. */
function reachable(schemas, channels) {
  const names = new Set();
  const visit = (value) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      visit(schemas[name]);
    }
  };
  visit(channels);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}
