import { defineCommand } from '../command.js';
import { EXIT, StopError } from '../exit.js';
import { explain } from '../explain.js';
import { exclusively } from '../sign-in/lock.js';
import { Profile } from '../sign-in/profile.js';
import { revoke } from '../sign-in/tokens.js';

export const commands = [
  defineCommand({
    name: 'logout',
    summary: 'ends the sign-in, here and in the service',
    positionals: [],
    options: {},
    action: async ({ connection, terminal }) => {
      const profile = Profile.of(connection.profile);
      const isOver = await exclusively(profile.lock, async () => {
        const signIn = profile.read();
        profile.remove();
        if (signIn) await revoke(signIn).catch((error: unknown) => throwUnrevoked(error));
        return signIn !== null;
      });
      if (terminal.isJson) terminal.document({ profile: profile.name, signed_out: isOver });
      else terminal.line(isOver ? 'Signed out' : 'Not signed in');
    },
  }),
];

function throwUnrevoked(error: unknown): never {
  const { message } = explain(error);
  const remedy = 'The tokens are deleted here. The service ends them with the session, or when you withdraw the grant';
  throw new StopError(`${message}. ${remedy}`, EXIT.unavailable);
}
