import { lookup as askSystem, Resolver } from 'node:dns/promises';
import { BoundedPool } from '../../common/bounded-pool.js';

export interface ResolvedAddress {
  address: string;
  /** 4 or 6. */
  family: number;
}

/** For one question to one name server, asked twice; less in all than a connection may take. Milliseconds. */
const QUESTION_MS = 1_200;
/** Names that the system looks up at a time: fewer than the threads that files are read in, too. */
const SYSTEM_SLOTS = 2;
/** Names that may wait to be looked up by the system, and how long in milliseconds: nobody waits for them after that. */
const MAX_WAITING = 1_000;
const WAITING_MS = 5_000;
/** The name servers' word that they have nothing, or that there are none: the name may still be one of this machine's own. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * Finds the addresses of names without ever waiting in line behind other names: each question goes to the name servers on a
 * socket of its own. The system's own resolver works in a few threads that all of the process shares, and a few names whose
 * servers are silent would hold them for all others. It is asked, for two names at a time, only about what the name servers
 * do not know, such as entries of the hosts file.
 */
export class NameResolver {
  private readonly system = new BoundedPool(SYSTEM_SLOTS, MAX_WAITING);
  private readonly servers?: string[];

  /**
   * @param servers `address:port` of name servers; those of the system unless said otherwise
   * @param lookup asks the system
   */
  constructor(
    servers?: string[],
    private readonly lookup = (host: string): Promise<ResolvedAddress[]> => askSystem(host, { all: true }),
  ) {
    this.servers = servers;
  }

  /** @throws the error of Node's `dns` when the name has no address, or none in time */
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

  /** Texts of the name's TXT records, each in one piece. @throws as {@link resolve}, ENODATA when it has none */
  async texts(name: string): Promise<string[]> {
    return (await this.resolver().resolveTxt(name)).map((parts) => parts.join(''));
  }

  /** A new one each time, so that a change of the system's name servers is followed. */
  private resolver(): Resolver {
    const resolver = new Resolver({ timeout: QUESTION_MS, tries: 2 });
    if (this.servers) resolver.setServers(this.servers);
    return resolver;
  }

  private ask(host: string): Promise<ResolvedAddress[]> {
    return this.system.run(() => this.lookup(host), AbortSignal.timeout(WAITING_MS));
  }
}

/** RFC 6761, 6.3: a name of this machine, about which no name server is asked. */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function found(answer: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}
