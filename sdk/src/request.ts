/** Keeps its input, so that each attempt can create the request again: a body can be read only once. */
export class RepeatableRequest extends Request {
  constructor(
    readonly target: string,
    readonly parts: RequestInit,
  ) {
    super(target, parts);
  }
}

/** JSON, or a form if there is a file. The file comes last, because the service needs the other fields first. */
export function serialize(body: unknown): string | FormData {
  if (body instanceof FormData) return body;
  const fields = Object.entries(body ?? {}).filter(([, value]) => value !== undefined);
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields) if (!(value instanceof Blob)) form.append(name, String(value));
  for (const [name, value] of fields) if (value instanceof Blob) form.append(name, value);
  return form;
}
