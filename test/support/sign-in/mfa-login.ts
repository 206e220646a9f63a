import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { ApiResponse } from '../api/api-client.js';
import type { TestWorld } from '../service/test-world.js';

/** A login whose password was right and whose second factor, a security key, is yet to come. */
export class MfaLogin {
  private constructor(
    private readonly world: TestWorld,
    private readonly token: string,
    readonly methods: { id: string; type: string; hint: string }[],
  ) {}

  static async begin(world: TestWorld, user: { email: string; password: string }): Promise<MfaLogin> {
    const { status, body } = await world.login(user);
    expect({ status, mfa_required: body.data.mfa_required }).toEqual({ status: 200, mfa_required: true });
    return new MfaLogin(world, body.data.mfa_token, body.data.methods);
  }

  /** Options for `navigator.credentials.get()`. */
  async challenge(method: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { token: mfa_token, world } = this;
    const { status, body } = await world.api.post('/auth/mfa/challenge', { mfa_token, method_id: method });
    expect(status).toBe(200);
    return body.data.public_key as PublicKeyCredentialRequestOptionsJSON;
  }

  verify(credential: AuthenticationResponseJSON, method?: string): Promise<ApiResponse> {
    const { token: mfa_token, world } = this;
    return world.api.post('/auth/mfa/verify', { mfa_token, method_id: method, credential });
  }
}
