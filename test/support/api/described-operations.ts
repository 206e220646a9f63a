import { readApiDescription, type ApiDescription, type Operation } from './api-description.js';

let api: ApiDescription | undefined;
let matchers: [matcher: RegExp, parameters: number, operation: Operation][] | undefined;

/** `openapi.json`, read once. */
export function description(): ApiDescription {
  return (api ??= readApiDescription());
}

/** The operation of `openapi.json` that answers there; null where it has none. */
export function describedOperation(method: string, address: string): Operation | null {
  matchers ??= description().operations.map((operation) => {
    const { template } = operation;
    const matcher = new RegExp(`^/(?:api/)?v1${template.replace(/\{\w+\}/g, '[^/]+')}$`);
    return [matcher, template.split('{').length - 1, operation];
  });
  const [route = ''] = address.split('?');
  const candidates = matchers.filter(([matcher, , found]) => found.method === method && matcher.test(route));
  const [best] = candidates.sort(([, some], [, other]) => some - other);
  return best?.[2] ?? null;
}
