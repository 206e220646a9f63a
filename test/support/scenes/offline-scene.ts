import { unzipSync } from 'fflate';
import type { ApiResponse, Json } from '../api/api-client.js';
import { checkedFetch } from '../api/checked-fetch.js';
import type { SignedIn, TestWorld } from '../service/test-world.js';
import { until } from '../until.js';
import { ok } from './webhook-acts.js';

/** Requests a package and waits for it. */
export async function madePackage({ api }: SignedIn, body: object): Promise<Json> {
  const { id } = await ok(api.post('/offline-packages', body));
  return untilMade(api, id as string);
}

export async function untilMade(api: SignedIn['api'], id: string): Promise<Json> {
  const look = (): Promise<ApiResponse> => api.get(`/offline-packages/${id}`);
  return (await until(look, ({ body }) => body.data.status !== 'building')).body.data;
}

export function requestFile(
  world: TestWorld,
  { accessToken }: Pick<SignedIn, 'accessToken'>,
  id: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return checkedFetch(`${world.service.baseUrl}/api/v1/offline-packages/${id}/file`, {
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
  });
}

/** Status of a download, and the reason of its refusal. */
export async function fileOutcome(world: TestWorld, person: SignedIn, id: string): Promise<[number, unknown]> {
  const response = await requestFile(world, person, id);
  const content = await response.text();
  return [response.status, response.status === 200 ? undefined : JSON.parse(content).error.details.reason];
}

export async function downloadPackage(world: TestWorld, person: SignedIn, id: string): Promise<Uint8Array> {
  const response = await requestFile(world, person, id);
  if (response.status !== 200) throw new Error(`the download answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

export function manifestOf(zip: Uint8Array): Json {
  return JSON.parse(Buffer.from(unzipSync(zip)['manifest.json']!).toString());
}
