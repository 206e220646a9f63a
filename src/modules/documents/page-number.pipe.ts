import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';

/** A page number in a path; what is none is a page that does not exist. */
@Injectable()
export class PageNumberPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,6}$/.test(value)) throw AppError.notFound('page');
    return Number(value);
  }
}
