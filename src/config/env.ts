import { existsSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../common/errors/operator-error.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { ANSWERS } from './variables/answers.js';
import { DATA } from './variables/data.js';
import { DOCUMENTS } from './variables/documents.js';
import { PEOPLE } from './variables/people.js';
import { SERVER } from './variables/server.js';
import { TELEMETRY } from './variables/telemetry.js';

/** All settings of the service. `npm run env:sync` writes `.env.example` from them. */
export const VARIABLES = { ...SERVER, ...DATA, ...PEOPLE, ...DOCUMENTS, ...ANSWERS, ...TELEMETRY } as const;

/** The validated settings, one property per entry of {@link VARIABLES}. */
export type Env = { readonly [K in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[K]['parse']> };

/** The environment is invalid; the message names every invalid variable. */
export class InvalidEnvironmentError extends OperatorError {}

/**
 * Reads and validates the environment. A `.env` file in the working folder supplies unset variables.
 * @param commandLine variables of the command line, which take precedence
 * @throws InvalidEnvironmentError with each invalid variable and the reason
 */
export function loadEnv(given: NodeJS.ProcessEnv = process.env, commandLine: NodeJS.ProcessEnv = {}): Env {
  if (given === process.env && existsSync('.env')) process.loadEnvFile('.env');
  const source = { ...given, ...commandLine };
  const problems: string[] = [];
  const entries = Object.entries(VARIABLES).map(([name, variable]) => {
    const raw = source[name]?.trim();
    try {
      return [name, variable.parse(raw === undefined || raw === '' ? variable.fallback : raw)];
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
      return [name, null];
    }
  });
  const set = (name: keyof Env): boolean => (source[name]?.trim() ?? '') !== '';
  if (set('SECRET_KEY_PREVIOUS') && !set('SECRET_KEY')) {
    problems.push('SECRET_KEY must be set where SECRET_KEY_PREVIOUS is');
  }
  if (set('STORAGE_ACCESS_KEY_ID') !== set('STORAGE_SECRET_ACCESS_KEY')) {
    problems.push('STORAGE_ACCESS_KEY_ID and STORAGE_SECRET_ACCESS_KEY must be set together');
  }
  if (set('LLM_BASE_URL') !== set('LLM_MODEL')) problems.push('LLM_BASE_URL and LLM_MODEL must be set together');
  if (
    new Set([set('EMBEDDING_BASE_URL'), set('EMBEDDING_MODEL'), Number(source.EMBEDDING_DIMENSIONS ?? 0) > 0]).size > 1
  ) {
    problems.push('EMBEDDING_BASE_URL, EMBEDDING_MODEL and EMBEDDING_DIMENSIONS must be set together');
  }
  if (set('SANDBOX_URL') && hostOf(source.SANDBOX_URL) === hostOf(source.PUBLIC_URL)) {
    problems.push('SANDBOX_URL and PUBLIC_URL must have different hosts');
  }
  if (set('SMS_URL') && !set('SMS_FROM')) problems.push('SMS_FROM must be set where SMS_URL is');
  if (!set('DATABASE_URL') && ['api', 'worker'].includes(source.ROLE?.trim() ?? '')) {
    problems.push('DATABASE_URL must be set where ROLE is api or worker: the embedded database serves one process');
  }
  if (problems.length > 0) throw new InvalidEnvironmentError(`Invalid environment: ${problems.join('; ')}`);
  const env = Object.fromEntries(entries) as { -readonly [K in keyof Env]: Env[K] };
  env.DATA_DIR = path.resolve(projectRoot(), env.DATA_DIR);
  env.CACHE_DIR = path.resolve(env.DATA_DIR, env.CACHE_DIR);
  return env;
}

/** Text of `.env.example`: one commented line per variable. */
export function envExample(): string {
  const lines = Object.entries(VARIABLES).map(([name, { doc, fallback }]) => `# ${doc}\n#${name}=${fallback}\n`);
  return `# Settings of the service, each with its default. Copy to .env and uncomment what you change.\n\n${lines.join('\n')}`;
}

function hostOf(url: string | undefined): string | null {
  return URL.canParse(url?.trim() ?? '') ? new URL(url!.trim()).host : null;
}
