import type { FastifyInstance } from 'fastify';

/** Knows every registered path, so that a known path with another method is answered 405 with `Allow` instead of 404. */
export class RouteTable {
  private readonly methodsByPattern = new Map<string, { matcher: RegExp; methods: Set<string> }>();

  /** Call before routes are registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      if (url.includes('*')) return;
      const entry = this.methodsByPattern.get(url) ?? { matcher: matcherOf(url), methods: new Set<string>() };
      for (const name of [method].flat()) entry.methods.add(name.toUpperCase());
      this.methodsByPattern.set(url, entry);
    });
  }

  /** Methods that the path answers; empty when there is no such path. */
  allowedMethods(path: string): string[] {
    const methods = [...this.methodsByPattern.values()]
      .filter(({ matcher }) => matcher.test(path))
      .flatMap((entry) => [...entry.methods]);
    return [...new Set(methods)].sort();
  }

  /** Every route as `METHOD /path`, for the tests that hold them against their access declarations. */
  list(): string[] {
    return [...this.methodsByPattern]
      .flatMap(([url, { methods }]) => [...methods].map((method) => `${method} ${url}`))
      .sort();
  }
}

function matcherOf(url: string): RegExp {
  const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+');
  // As the router matches: with a slash at the end it is another path.
  return new RegExp(`^${escaped}$`);
}
