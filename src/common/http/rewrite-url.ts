/**
 * The address under which a request is routed: `/v1/…` is another name of `/api/v1/…`. A path that cannot be decoded is
 * taken literally, `%zz` for the three characters, so that it goes the way of every unknown id or route.
 */
export function rewriteUrl(url: string): string {
  const routed = url.startsWith('/v1/') ? `/api${url}` : url;
  const end = routed.indexOf('?');
  const path = end === -1 ? routed : routed.slice(0, end);
  return isDecodable(path) ? routed : path.replaceAll('%', '%25') + routed.slice(path.length);
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
