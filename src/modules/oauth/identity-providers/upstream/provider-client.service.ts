import { Injectable } from '@nestjs/common';
import { OutboundHttp } from '../../../../integrations/outbound-http/outbound-http.js';
import { jsonObject, ProviderProblem, quote } from '../provider-problem.js';
import type { ProviderMetadata } from './provider-metadata.service.js';

/** Our registration at a provider. */
export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}

/** An answer of a token endpoint: what it grants, or its error (RFC 6749, 5.1 and 5.2). */
export interface TokenAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** A provider's token and userinfo endpoints, called past the outbound guard. */
@Injectable()
export class ProviderClient {
  constructor(private readonly outbound: OutboundHttp) {}

  /** Answers refusals as well. @throws OutboundHttpError, ProviderProblem when it is no JSON */
  async askToken(
    { tokenEndpoint, basicAuthentication }: ProviderMetadata,
    { clientId, clientSecret }: ClientCredentials,
    parameters: Record<string, string>,
  ): Promise<TokenAnswer> {
    const form = new URLSearchParams(parameters);
    const headers: Record<string, string> = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    };
    if (basicAuthentication) {
      headers.authorization = `Basic ${Buffer.from(`${formText(clientId)}:${formText(clientSecret)}`).toString('base64')}`;
    } else {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    }
    const { status, body } = await this.outbound.request(tokenEndpoint, {
      method: 'POST',
      headers,
      body: form.toString(),
    });
    return { status, body: jsonObject('The token endpoint', body) };
  }

  /** The tokens for a code. @throws OutboundHttpError, ProviderProblem */
  async exchange(
    metadata: ProviderMetadata,
    credentials: ClientCredentials,
    parameters: Record<string, string>,
  ): Promise<{ accessToken: string; idToken: string | null }> {
    const { status, body } = await this.askToken(metadata, credentials, parameters);
    if (status !== 200 || body.error !== undefined) {
      throw new ProviderProblem(
        `The token endpoint refused the code: ${quote(body.error)} ${quote(body.error_description)}`,
      );
    }
    const { access_token: accessToken, id_token: idToken } = body;
    if (typeof accessToken !== 'string') throw new ProviderProblem('The token endpoint answers no access_token');
    return { accessToken, idToken: typeof idToken === 'string' ? idToken : null };
  }

  /** What the provider says of whom the token is about. @throws OutboundHttpError, ProviderProblem */
  async userinfo(endpoint: string, accessToken: string): Promise<Record<string, unknown>> {
    const { status, body } = await this.outbound.request(endpoint, {
      headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
    });
    if (status !== 200) throw new ProviderProblem(`The userinfo endpoint answers ${status}`);
    return jsonObject('The userinfo endpoint', body);
  }
}

/** As forms write it, which is how RFC 6749 wants both halves in the header. */
function formText(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
