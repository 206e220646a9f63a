import { defineCommand } from '../command.js';
import { connect } from '../connection.js';

export const commands = [
  defineCommand({
    name: 'whoami',
    summary: 'shows the user, the role and what the credential may do',
    positionals: [],
    options: {},
    action: async ({ connection, terminal }) => {
      const { client, baseUrl, profile } = connect(connection);
      const [{ data: user }, { data: rights }] = await Promise.all([
        client.GET('/users/me'),
        client.GET('/users/me/permissions'),
      ]);
      const credential = profile === null ? 'api_key' : 'sign_in';
      if (terminal.isJson)
        return terminal.document({ url: baseUrl, credential, profile, user, permissions: rights.permissions });
      terminal.line(`${terminal.style('bold', user.email ?? user.id)} at ${baseUrl}`);
      if (user.role !== undefined) terminal.line(`Role: ${user.role}`);
      if (user.organization_id !== undefined) terminal.line(`Organization: ${user.organization_id}`);
      terminal.line(`Permissions: ${rights.permissions.join(', ') || 'none'}`);
      terminal.line(profile === null ? 'Credential: API key' : `Credential: sign-in, profile ${profile}`);
    },
  }),
];
