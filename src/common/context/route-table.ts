import type { FastifyInstance } from 'fastify';

interface Pattern {
  matcher: RegExp;
  parameters: number;
  methods: Set<string>;
}

/** All registered paths. A known path with another method is answered 405 with `Allow` instead of 404. */
export class RouteTable {
  private readonly methodsByPattern = new Map<string, Pattern>();

  /** To be called before routes are registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      if (url.includes('*')) return;
      const entry = this.methodsByPattern.get(url) ?? patternOf(url);
      for (const name of [method].flat()) entry.methods.add(name.toUpperCase());
      this.methodsByPattern.set(url, entry);
    });
  }

  allowedMethods(path: string): string[] {
    const patterns = [...this.methodsByPattern.values()].filter(({ matcher }) => matcher.test(path));
    // `/users/me` is not a user with the id "me": the pattern with the fewest parameters wins.
    const fewest = Math.min(...patterns.map(({ parameters }) => parameters));
    const meant = patterns.filter(({ parameters }) => parameters === fewest);
    return [...new Set(meant.flatMap(({ methods }) => [...methods]))].sort();
  }

  /** Every route as `METHOD /path`, for tests of the access declarations. */
  list(): string[] {
    return [...this.methodsByPattern]
      .flatMap(([url, { methods }]) => [...methods].map((method) => `${method} ${url}`))
      .sort();
  }
}

function patternOf(url: string): Pattern {
  const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+');
  // Like the router: a trailing slash makes another path.
  const matcher = new RegExp(`^${escaped}$`);
  return { matcher, parameters: url.split('/:').length - 1, methods: new Set() };
}
