import type { ApiClient, ApiResponse } from '../api/api-client.js';

export function whoAmI(api: ApiClient, accessToken: string): Promise<ApiResponse> {
  return api.withBearer(accessToken).get('/users/me');
}

export function expectRevoked({ status, body }: ApiResponse): void {
  expect(status).toBe(401);
  expect(body.error.details).toEqual({ token_type: 'jwt', reason: 'revoked' });
}
