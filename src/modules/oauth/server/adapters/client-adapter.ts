import type { Payload } from 'oidc-provider';
import type { ClientRepository } from '../../clients/client.repository.js';
import { CONSOLE_CLIENT_ID, consoleRedirectUri } from '../../clients/console-client.js';
import { NoArtifacts } from './no-artifacts.js';

export const OWN_CLIENT_METADATA = ['organization_id', 'plan', 'first_party', 'secret_hashes'];

/** Provides registered clients to oidc-provider (RFC 7591, 2), always with current data. */
export class ClientAdapter extends NoArtifacts {
  constructor(
    private readonly clients: ClientRepository,
    private readonly issuer: string,
  ) {
    super();
  }

  async find(id: string): Promise<Payload | undefined> {
    const client = await this.clients.findRegistration(id);
    if (!client) return undefined;
    const isConsole = client.id === CONSOLE_CLIENT_ID;
    const redirectUris = isConsole ? [consoleRedirectUri(this.issuer)] : client.redirect_uris;
    return {
      client_id: client.id,
      client_name: client.name,
      // The service compares secrets itself, but oidc-provider requires one.
      ...(client.type === 'confidential' ? { client_secret: client.secret_hashes.join(' ') } : {}),
      token_endpoint_auth_method: client.type === 'confidential' ? 'client_secret_basic' : 'none',
      // Loopback addresses with any port (RFC 8252, 7.3).
      application_type: client.organization_id === null && !isConsole ? 'native' : 'web',
      redirect_uris: redirectUris,
      post_logout_redirect_uris: redirectUris,
      scope: client.scopes.join(' '),
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      response_modes: ['query'],
      organization_id: client.organization_id,
      plan: client.plan,
      first_party: client.first_party,
      secret_hashes: client.secret_hashes,
    };
  }
}
