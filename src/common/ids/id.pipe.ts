import { type PipeTransform } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';
import { isId, type ObjectKind } from './type-id.js';

/** Checks an id in a path. A malformed one is 404, as an unknown one, without a query. */
export class IdPipe implements PipeTransform<string, string> {
  constructor(private readonly kind: ObjectKind) {}

  transform(value: string): string {
    if (!isId(this.kind, value)) throw AppError.notFound(this.kind);
    return value;
  }
}
