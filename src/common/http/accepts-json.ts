/** Whether an `Accept` header (RFC 9110, section 12.5.1) admits application/json; without one, anything goes. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = accept.split(',').map((item) => {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    return { range, refused: parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) };
  });
  // The most specific range decides: "*/*, application/json;q=0" wants anything but JSON.
  for (const range of ['application/json', 'application/*', '*/*']) {
    const named = ranges.find((candidate) => candidate.range === range);
    if (named) return !named.refused;
  }
  return false;
}
