import type { ApiClient, ApiResponse, Json } from '../api/api-client.js';

export const IN_FORCE = '2026-01-01T00:00:00Z';

/** Issues a temporary revision in which page 1 of the overlay replaces the page. */
export function issue(
  api: ApiClient,
  base: { id: string },
  overlay: { id: string },
  more: Json = {},
): Promise<ApiResponse> {
  const pages = [{ action: 'replace', page_number: 1, overlay_pages: [1] }];
  const issued = { number: 'TR 32-114', overlay_document_id: overlay.id, effective_from: IN_FORCE, pages, ...more };
  return api.post(`/documents/${base.id}/temporary-revisions`, issued);
}

/** {@link issue}, and what it made. @throws Error unless it was accepted */
export async function issued(
  api: ApiClient,
  base: { id: string },
  overlay: { id: string },
  more: Json = {},
): Promise<Json> {
  const { status, body, text } = await issue(api, base, overlay, more);
  if (status !== 201) throw new Error(`${status}: ${text}`);
  return body.data;
}
