interface AcceptedRange {
  range: string;
  /** 0–1; an invalid value counts as 1. */
  quality: number;
}

/** The media ranges of an `Accept` header (RFC 9110, section 12.5.1), in order. */
function rangesOf(accept: string): AcceptedRange[] {
  return accept.split(',').map((item) => {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.flatMap((parameter) => /^q=([01](?:\.\d*)?)$/.exec(parameter)?.[1] ?? []).at(0);
    return { range, quality: weight === undefined ? 1 : Number(weight) };
  });
}

/** Whether the header allows the media type. Without a header every type is allowed. */
export function acceptsType(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = rangesOf(accept);
  // The most specific range decides: "*/*, application/json;q=0" excludes JSON only.
  for (const range of [type, type.replace(/\/.*$/, '/*'), '*/*']) {
    const named = ranges.find((candidate) => candidate.range === range);
    if (named) return named.quality > 0;
  }
  return false;
}

export const acceptsJson = (accept: string | undefined): boolean => acceptsType(accept, 'application/json');

export const EVENT_STREAM = 'text/event-stream';

/** Whether the client prefers an event stream to JSON. It must name the type; the quality decides, then the order. */
export function prefersEventStream(accept: string | undefined): boolean {
  const ranges = rangesOf(accept ?? '');
  const stream = ranges.find(({ range }) => range === EVENT_STREAM);
  if (!stream || stream.quality === 0) return false;
  const json = ranges.find(({ range }) => range === 'application/json');
  if (!json || json.quality !== stream.quality) return (json?.quality ?? 0) < stream.quality;
  return ranges.indexOf(stream) < ranges.indexOf(json);
}
