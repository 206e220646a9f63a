import { lookup as askSystem, Resolver } from 'node:dns/promises';
import { BoundedPool } from '../../common/limits/bounded-pool.js';

export interface ResolvedAddress {
  address: string;
  /** 4 or 6. */
  family: number;
}

/** Timeout of a query to a name server, of two attempts; both together are shorter than the connection timeout. Milliseconds. */
const QUESTION_MS = 1_200;
/** Concurrent lookups by the system; fewer than the threads, which also read files. */
const SYSTEM_SLOTS = 2;
/** Maximum waiting system lookups, and their timeout in milliseconds. */
const MAX_WAITING = 1_000;
const WAITING_MS = 5_000;
/** Errors after which the name may still be local. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/** One socket per query: silent name servers could block the few threads of the system's resolver, the fallback for local names. */
export class NameResolver {
  private readonly system = new BoundedPool(SYSTEM_SLOTS, MAX_WAITING);
  private readonly servers?: string[];

  /** @param servers `address:port` of name servers; default: those of the system @param lookup the system's lookup */
  constructor(
    servers?: string[],
    private readonly lookup = (host: string): Promise<ResolvedAddress[]> => askSystem(host, { all: true }),
  ) {
    this.servers = servers;
  }

  /** @throws errors of Node's `dns` when the name has no address, or none in time */
  async resolve(host: string): Promise<ResolvedAddress[]> {
    if (isLocalName(host)) return this.ask(host);
    const resolver = this.resolver();
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [...found(ipv4, 4), ...found(ipv6, 6)];
    if (addresses.length > 0) return addresses;
    for (const answer of [ipv4, ipv6]) {
      if (answer.status === 'rejected' && !UNKNOWN.has((answer.reason as { code?: string }).code ?? '')) {
        throw answer.reason;
      }
    }
    return this.ask(host);
  }

  /** Texts of the name's TXT records, each joined. @throws as {@link resolve}; ENODATA without records */
  async texts(name: string): Promise<string[]> {
    return (await this.resolver().resolveTxt(name)).map((parts) => parts.join(''));
  }

  /** Created for each query, so that changes of the system's name servers are followed. */
  private resolver(): Resolver {
    const resolver = new Resolver({ timeout: QUESTION_MS, tries: 2 });
    if (this.servers) resolver.setServers(this.servers);
    return resolver;
  }

  private ask(host: string): Promise<ResolvedAddress[]> {
    return this.system.run(() => this.lookup(host), AbortSignal.timeout(WAITING_MS));
  }
}

/** RFC 6761, 6.3: local names are never sent to name servers. */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function found(answer: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}
