import { commandLineSettings, InvalidCommandLineError } from './command-line.js';
import { InvalidEnvironmentError, loadEnv } from './env.js';

const DATABASE_URL = 'postgres://127.0.0.1/amks';

describe('the command line', () => {
  it.each([['--role', 'worker'], ['--role=worker']])('names the role of the process', (...args) => {
    const env = loadEnv({ DATABASE_URL, ROLE: 'api' }, commandLineSettings(args));
    expect(env.ROLE).toBe('worker');
  });

  it('leaves the role to the environment, and that to the default', () => {
    expect(loadEnv({ DATABASE_URL, ROLE: 'api' }, commandLineSettings([])).ROLE).toBe('api');
    expect(loadEnv({}, commandLineSettings([])).ROLE).toBe('all');
  });

  it.each([[['--rolle', 'api']], [['api']], [['--role']]])('refuses what it does not know: %j', (args) => {
    expect(() => commandLineSettings(args)).toThrow(InvalidCommandLineError);
  });

  it.each(['', ' ', 'API', 'none'])('refuses a role that there is not: %j', (role) => {
    const load = () => loadEnv({ DATABASE_URL }, commandLineSettings(['--role', role]));
    if (role.trim() === '') expect(load().ROLE).toBe('all');
    else expect(load).toThrow(InvalidEnvironmentError);
  });

  it.each(['api', 'worker'])('wants a database that others reach for %s', (role) => {
    expect(() => loadEnv({}, commandLineSettings(['--role', role]))).toThrow(/DATABASE_URL must be set/);
  });
});
