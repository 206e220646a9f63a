import { ApiExtension, ApiOperation, ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { DEPRECATIONS, type DeprecationId } from './deprecations.js';

const OPERATION = Symbol('deprecated operation');
const FIELDS = Symbol('deprecated fields');

type Fields = Readonly<Record<string, DeprecationId>>;

/**
 * Marks an operation, or a field of a JSON body or query: in the description (`deprecated`, `x-sunset`), by the headers `Deprecation`
 * (RFC 9745), `Sunset` (RFC 8594) and `Link` of responses to those who use it, in `GET /deprecations`, and in mails to administrators.
 */
export const Deprecated =
  (id: DeprecationId) =>
  (target: object, name: string | symbol, method?: PropertyDescriptor): void => {
    const { sunset } = DEPRECATIONS[id];
    if (method) {
      Reflect.defineMetadata(OPERATION, id, method.value as object);
      ApiOperation({ deprecated: true }, { overrideExisting: false })(target, name, method);
      ApiExtension('x-sunset', sunset)(target, name, method);
    } else {
      Reflect.defineMetadata(FIELDS, { ...fieldsIn(target), [name]: id }, target);
      ApiProperty({ deprecated: true, 'x-sunset': sunset } as ApiPropertyOptions)(target, name);
    }
  };

const fieldsIn = (prototype: object): Fields => (Reflect.getMetadata(FIELDS, prototype) as Fields | undefined) ?? {};

export interface DeprecatedParts {
  operation: DeprecationId | null;
  /** Of the bodies and queries that the handler takes. */
  fields: Fields;
}

export function deprecatedPartsOf(controller: { prototype: object }, handler: { name: string }): DeprecatedParts {
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype, handler.name) ?? []) as unknown[];
  const fields = types
    .filter((type) => typeof type === 'function')
    .map(({ prototype }) => prototype as object | undefined);
  return {
    operation: (Reflect.getMetadata(OPERATION, handler) as DeprecationId | undefined) ?? null,
    fields: Object.assign({}, ...fields.filter((prototype) => prototype !== undefined).map(fieldsIn)) as Fields,
  };
}
