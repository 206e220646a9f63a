/** Keys and tokens as the service writes them. */
const KEY = /\bamk_[\w-]{8,}|\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const HIDDEN = '[hidden]';

/** Without credentials: those of the command line and the environment, and what looks like one, such as a key in the wrong place. */
export function redacted(text: string, argv = process.argv, env: NodeJS.ProcessEnv = process.env): string {
  const after = argv.indexOf('--key');
  const stated = argv.find((word) => word.startsWith('--key='))?.slice('--key='.length);
  const known = [env.AMK_API_KEY, stated, after === -1 ? undefined : argv[after + 1]];
  let result = text.replace(KEY, HIDDEN);
  for (const key of known) if (key !== undefined && key.length > 3) result = result.replaceAll(key, HIDDEN);
  return result;
}
