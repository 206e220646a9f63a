import { type PipeTransform } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';
import { isId, type ObjectKind } from './type-id.js';

/** Checks an id in a path: an ill-formed one is the same 404 as one that does not exist, and costs no query. */
export class IdPipe implements PipeTransform<string, string> {
  constructor(private readonly kind: ObjectKind) {}

  transform(value: string): string {
    if (!isId(this.kind, value)) throw AppError.notFound(this.kind);
    return value;
  }
}
