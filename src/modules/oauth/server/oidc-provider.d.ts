/** The used part of oidc-provider 9; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type Payload = Record<string, unknown>;

  /** The used part of Koa's context. */
  export interface Context {
    readonly req: IncomingMessage;
    status: number;
    type: string;
    body: unknown;
    readonly response: { get(header: string): string | undefined; remove(header: string): void };
    set(headers: Readonly<Record<string, string>>): void;
    remove(header: string): void;
    redirect(address: string): void;
    readonly oidc: OidcContext;
  }

  export interface OidcContext {
    readonly route: string;
    readonly params: Record<string, string | undefined>;
    readonly session: Session | undefined;
    readonly client: Client | undefined;
    readonly account: Account | undefined;
    readonly grant: Grant | undefined;
    readonly result: { consent?: { grantId?: string }; login?: { accountId?: string } } | undefined;
    readonly requestParamScopes: Set<string>;
    readonly entities: { Grant?: Grant; Account?: Account; IdTokenHint?: { payload: Payload } };
    promptPending(name: string): boolean;
    urlFor(route: string): string;
  }

  export interface Account {
    accountId: string;
    claims(use: string, scope: string): Promise<Payload>;
  }

  export interface Cookies {
    set(name: string, value: string, options: object): void;
  }

  export interface Session {
    jti: string;
    uid: string;
    accountId?: string;
    authorizations?: Record<string, { sid?: string; grantId?: string }>;
    state?: { secret: string };
    touched?: boolean;
    past(maxAge: string): boolean;
    persist(): Promise<unknown>;
    resetIdentifier(): void;
    loginAccount(details: Payload): void;
  }

  export interface Client {
    readonly clientId: string;
    readonly clientName: string;
    readonly clientAuthMethod: string;
    readonly redirectUris: string[];
    /** Both null for a built-in client. */
    readonly organization_id: string | null;
    readonly plan: 'standard' | 'professional' | 'enterprise' | null;
    readonly first_party: boolean;
    readonly secret_hashes: string[];
    grantTypeAllowed(type: string): boolean;
  }

  export interface Grant {
    jti: string;
    accountId: string;
    clientId: string;
    exp: number;
    getResourceScope(resource: string): string;
  }

  export interface Token {
    readonly kind: string;
    readonly clientId: string;
    readonly grantId: string;
    readonly accountId: string;
    extra?: Payload;
    readonly resourceServer?: { accessTokenTTL?: number };
  }

  export interface Interaction {
    uid: string;
    params: Record<string, string | undefined>;
    prompt: { name: string; reasons: string[] };
    session?: { uid?: string; accountId?: string };
    returnTo: string;
    persist(): Promise<unknown>;
  }

  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUid(uid: string): Promise<Payload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    static readonly ctx: Context | undefined;
    proxy: boolean;
    readonly Client: {
      prototype: Client & { compareClientSecret(secret: string): boolean };
      find(id: string): Promise<Client | undefined>;
    };
    readonly Session: {
      get(context: Context): Promise<Session>;
      find(id: string): Promise<Session | undefined>;
      findByUid(uid: string): Promise<Session | undefined>;
    };
    readonly RefreshToken: { find(value: string): Promise<Token | undefined> };
    readonly Grant: { find(id: string): Promise<Grant | undefined> };
    cookieName(kind: 'session' | 'interaction' | 'resume'): string;
    createContext(request: IncomingMessage, response: ServerResponse): { readonly cookies: Cookies };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this;
    on(event: string, listener: (context: Context, error: Error) => void): this;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionResult(request: IncomingMessage, response: ServerResponse, result: Payload): Promise<string>;
  }

  type ProblemConstructor = new (description?: string, detail?: string) => Error;
  export const errors: {
    AccessDenied: ProblemConstructor;
    InvalidGrant: ProblemConstructor;
    InvalidTarget: ProblemConstructor;
    SessionNotFound: ProblemConstructor;
  };

  export type CheckFunction = (context: Context) => boolean | Promise<boolean>;
  export const interactionPolicy: {
    Check: {
      new (reason: string, description: string, check: CheckFunction): object;
      /** @param error OAuth error for `prompt=none` */
      new (reason: string, description: string, error: string, check: CheckFunction): object;
    };
    Prompt: new (options: { name: string; requestable: boolean }, ...checks: object[]) => object;
  };
}
