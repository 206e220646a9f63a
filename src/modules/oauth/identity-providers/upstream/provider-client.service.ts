import { Injectable } from '@nestjs/common';
import { OutboundHttp } from '../../../../integrations/outbound-http/outbound-http.js';
import { jsonObject, ProviderProblem, quote } from '../provider-problem.js';
import type { ProviderMetadata } from './provider-metadata.service.js';

export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}

/** Response of a token endpoint: the tokens or an error (RFC 6749, 5.1 and 5.2). */
export interface TokenAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Calls a provider's token and userinfo endpoints through the outbound guard. */
@Injectable()
export class ProviderClient {
  constructor(private readonly outbound: OutboundHttp) {}

  /** Returns error responses as well. @throws OutboundHttpError, ProviderProblem for invalid JSON */
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

  /** @throws OutboundHttpError, ProviderProblem */
  async exchange(
    metadata: ProviderMetadata,
    credentials: ClientCredentials,
    parameters: Record<string, string>,
  ): Promise<{ accessToken: string; idToken: string | null }> {
    const { status, body } = await this.askToken(metadata, credentials, parameters);
    if (status !== 200 || body.error !== undefined) {
      throw new ProviderProblem(
        `The token endpoint rejected the code: ${quote(body.error)} ${quote(body.error_description)}`,
      );
    }
    const { access_token: accessToken, id_token: idToken } = body;
    if (typeof accessToken !== 'string') throw new ProviderProblem('The token endpoint returned no access_token');
    return { accessToken, idToken: typeof idToken === 'string' ? idToken : null };
  }

  /** @throws OutboundHttpError, ProviderProblem */
  async userinfo(endpoint: string, accessToken: string): Promise<Record<string, unknown>> {
    const { status, body } = await this.outbound.request(endpoint, {
      headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
    });
    if (status !== 200) throw new ProviderProblem(`The userinfo endpoint responded with ${status}`);
    return jsonObject('The userinfo endpoint', body);
  }
}

/** Form encoding, as RFC 6749 requires for both parts of the header. */
function formText(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
