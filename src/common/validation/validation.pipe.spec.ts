import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import type { AppError } from '../errors/app-error.js';
import { IfPresent } from './if-present.decorator.js';
import { createValidationPipe } from './validation.pipe.js';

class Filters {
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @IsIn(['AMM', 'SB'], { each: true })
  types: unknown;
}

class Body {
  @IsString()
  @Length(1, 10)
  @Matches(/\S/, { message: 'must not be blank' })
  title: unknown;

  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(100)
  limit: unknown;

  @IfPresent()
  @IsEmail()
  @MaxLength(20)
  email: unknown;

  @IfPresent()
  @IsArray()
  @IsString({ each: true })
  @Length(1, 5, { each: true })
  ids: unknown;

  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => Filters)
  filters: unknown;
}

describe('createValidationPipe', () => {
  const issues = (body: object): Promise<unknown> =>
    createValidationPipe()
      .transform(body, { type: 'body', metatype: Body })
      .then(
        () => [],
        (error: AppError) =>
          (error.details.errors as { field: string; issue: string }[]).map((e) => [e.field, e.issue]),
      );

  it.each<[object, [string, string][]]>([
    [{ title: 'x' }, []],
    [{}, [['title', 'is required']]],
    [{ title: null }, [['title', 'must be a string']]],
    [{ title: 7 }, [['title', 'must be a string']]],
    [{ title: '' }, [['title', 'must not be blank']]],
    [{ title: 'x'.repeat(11) }, [['title', 'must be shorter than or equal to 10 characters']]],
    [{ title: 'x', limit: 'ten' }, [['limit', 'must be an integer number']]],
    [{ title: 'x', limit: 1.5 }, [['limit', 'must be an integer number']]],
    [{ title: 'x', limit: 101 }, [['limit', 'must not be greater than 100']]],
    [{ title: 'x', email: 7 }, [['email', 'must be an email']]],
    [{ title: 'x', ids: 'a' }, [['ids', 'must be an array']]],
    [{ title: 'x', ids: [7] }, [['ids', 'each value in ids must be a string']]],
    [{ title: 'x', filters: 7 }, [['filters', 'must be an object']]],
    [{ title: 'x', filters: { types: 'AMM' } }, [['filters.types', 'must be an array']]],
    [{ title: 'x', filters: { types: [] } }, [['filters.types', 'must contain at least 1 elements']]],
    [
      { titel: 'x', limit: 0 },
      [
        ['titel', 'is not a known field'],
        ['title', 'is required'],
        ['limit', 'must not be less than 1'],
      ],
    ],
  ])('says of %j what matters most', async (body, expected) => {
    expect(await issues(body)).toEqual(expected);
  });
});
