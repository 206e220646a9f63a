import type * as OidcProvider from 'oidc-provider';

export type OidcLibrary = typeof OidcProvider;

let loaded: Promise<OidcLibrary> | undefined;

/** Loaded on first use. Requires `URL.parse` of Node 22, which is added here; its warning is suppressed. */
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
