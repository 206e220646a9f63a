import type * as OidcProvider from 'oidc-provider';

export type OidcLibrary = typeof OidcProvider;

let loaded: Promise<OidcLibrary> | undefined;

/**
 * oidc-provider, loaded when it is first needed: half of the commands on the command line never do. It wants Node 22 for one
 * function, `URL.parse`, which is supplied here, and says so on standard error, among the lines of the log; that is left out.
 */
export function oidcLibrary(): Promise<OidcLibrary> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<OidcLibrary> {
  const urls = URL as unknown as { parse?: (text: string, base?: string) => URL | null };
  urls.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);
  const { console: output } = globalThis;
  const warn = output.warn.bind(output);
  output.warn = () => undefined;
  try {
    return await import('oidc-provider');
  } finally {
    output.warn = warn;
  }
}
