import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { Json } from '../api/api-client.js';

export interface ApplicationSettings {
  issuer: string;
  /** Where the service listens. */
  baseUrl: string;
  clientId: string;
  clientSecret?: string;
  authentication: 'none' | 'client_secret_basic' | 'client_secret_post';
  redirectUri: string;
  algorithm?: 'oidc' | 'oauth2';
}

/** What openid-client threw: `problem` is the `error` of the response, when there was one. */
export class ApplicationError extends Error {
  readonly problem?: string;
  readonly code?: string;
  readonly status?: number;

  constructor({ message, ...rest }: { message: string }) {
    super(message);
    Object.assign(this, rest);
  }
}

/** A customer's application built on openid-client, in a separate process. */
export class OAuthApplication {
  metadata: Json;
  private readonly waiting = new Map<number, { resolve: (result: Json) => void; reject: (error: Error) => void }>();
  private calls = 0;

  private constructor(
    private readonly child: ChildProcess,
    readonly settings: ApplicationSettings,
  ) {
    child.on('message', ({ id, result, error }: { id: number; result: Json; error?: { message: string } }) => {
      const call = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) call?.reject(new ApplicationError(error));
      else call?.resolve(result);
    });
  }

  static async start(settings: ApplicationSettings): Promise<OAuthApplication> {
    const child = fork(path.join(projectRoot(), 'test/support/peers/oauth-application.mjs'), { execArgv: [] });
    const application = new OAuthApplication(child, settings);
    application.metadata = await application.call('discover', settings);
    return application;
  }

  call(name: string, ...given: unknown[]): Promise<Json> {
    const id = (this.calls += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.child.send({ id, call: name, arguments: given });
    });
  }

  /** Address to which it sends its user's browser. */
  begin(parameters: Record<string, string>): Promise<string> {
    return this.call('begin', parameters) as Promise<string>;
  }

  /** Exchanges the code with which the browser came back. */
  finish(callback: string): Promise<Json> {
    return this.call('finish', callback);
  }

  stop(): void {
    this.child.disconnect();
  }
}
