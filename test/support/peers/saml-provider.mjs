/**
 * A SAML identity provider made of samlify, for tests:
 *   node test/support/peers/saml-provider.mjs
 * Reads {key, cert} (PEM) from a line of its standard input, with which it ends. Prints its entity id and metadata as one line of JSON. `POST /control` takes {service, user}: the metadata of the service and who
 * signs in.
 */
import { createServer } from 'node:http';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import samlify from 'samlify';

process.stdin.setEncoding('utf8');
const [line] = await once(process.stdin, 'data');
const { key, cert } = JSON.parse(line);
const { Constants, IdentityProvider, SamlLib, ServiceProvider } = samlify;
samlify.setSchemaValidator({ validate: () => Promise.resolve('not checked') });

const state = { service: null, user: null };
const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(String(error.stack)));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const provider = IdentityProvider({
  entityID: `${origin}/metadata`,
  privateKey: key,
  signingCert: cert,
  isAssertionEncrypted: false,
  requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
  singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: `${origin}/sso` }],
  loginResponseTemplate: {
    context: SamlLib.defaultLoginResponseTemplate.context.replace(
      '{AuthnStatement}',
      '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{AssertionID}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
    ),
    attributes: ['email', 'displayName', 'groups'].map((name) => ({
      name,
      valueTag: name,
      nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
      valueXsiType: 'xs:string',
    })),
  },
});
process.stdout.write(`${JSON.stringify({ entityId: `${origin}/metadata`, metadata: provider.getMetadata() })}\n`);

async function answer(request, response) {
  const url = new URL(request.url, origin);
  if (url.pathname === '/control') {
    let body = '';
    for await (const part of request) body += part;
    Object.assign(state, JSON.parse(body));
    response.writeHead(204).end();
  } else if (url.pathname === '/sso') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(await loginPage(url));
  } else {
    response.writeHead(404).end();
  }
}

async function loginPage({ searchParams }) {
  const service = ServiceProvider({ metadata: state.service });
  const query = Object.fromEntries(searchParams);
  const request = query.SAMLRequest
    ? await provider.parseLoginRequest(service, 'redirect', { query })
    : { extract: { request: { id: '' } } };
  const { context } = await provider.createLoginResponse(service, request, 'post', state.user, {
    customTagReplacement: (template) => fill(template, service, request.extract.request.id),
  });
  const field = (name, value) => `<input type="hidden" name="${name}" value="${value}" />`;
  const target = service.entityMeta.getAssertionConsumerService('post');
  return `<!doctype html><title>Company</title><form method="post" action="${target}">
    ${field('SAMLResponse', context)}${field('RelayState', query.RelayState ?? '')}<button>Sign in</button></form>`;
}

function fill(template, service, requestId) {
  const [id, assertionId] = [0, 1].map(() => `_${randomBytes(16).toString('hex')}`);
  const target = service.entityMeta.getAssertionConsumerService('post');
  const later = new Date(Date.now() + 300_000).toISOString();
  const now = new Date().toISOString();
  const context = SamlLib.replaceTagsByValue(template, {
    ID: id,
    AssertionID: assertionId,
    Destination: target,
    Audience: service.entityMeta.getEntityID(),
    EntityID: service.entityMeta.getEntityID(),
    SubjectRecipient: target,
    AssertionConsumerServiceURL: target,
    Issuer: provider.entityMeta.getEntityID(),
    IssueInstant: now,
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    ConditionsNotBefore: now,
    ConditionsNotOnOrAfter: later,
    SubjectConfirmationDataNotOnOrAfter: later,
    NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    NameID: state.user.nameId,
    InResponseTo: requestId,
    attrEmail: state.user.email,
    attrDisplayName: state.user.name,
    attrGroups: state.user.group,
  });
  return { id, context };
}

// It ends with the test, whose connections would keep it.
process.stdin.on('end', () => process.exit()).resume();
