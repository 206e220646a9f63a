/** What a request is made of is kept, so that each try can be made of it anew: a request's own body can be read once. */
export class RepeatableRequest extends Request {
  constructor(
    readonly target: string,
    readonly parts: RequestInit,
  ) {
    super(target, parts);
  }
}

/** JSON; a form when there is a file in it, the file last: the service wants to know what it is before it comes. */
export function serialize(body: unknown): string | FormData {
  if (body instanceof FormData) return body;
  const fields = Object.entries(body ?? {}).filter(([, value]) => value !== undefined);
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields) if (!(value instanceof Blob)) form.append(name, String(value));
  for (const [name, value] of fields) if (value instanceof Blob) form.append(name, value);
  return form;
}
