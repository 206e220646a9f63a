import { IsString, Length, Matches } from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { ATA_NUMBER } from '../../documents/dto/document.request.js';

export class PartQuery {
  /** Id or registration of an aircraft of the register. The part then tells whether it applies to the aircraft. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  used_on?: string;
}

export class ListPartsQuery extends PageQuery {
  /** Whole part number. Case, spaces and hyphens do not matter. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  @Matches(/[\p{L}\p{N}]/u, { message: 'must contain a letter or digit' })
  number?: string;

  /** Whole part number that the words of a row name: rows of parts that replace it, are replaced by it, or are interchangeable with it. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  @Matches(/[\p{L}\p{N}]/u, { message: 'must contain a letter or digit' })
  names?: string;

  /** Words of the nomenclature, or their beginnings, in any order. The first eight count. */
  @IfPresent()
  @IsString()
  @Length(1, 200)
  @Matches(/[\p{L}\p{N}]{2}/u, { message: 'must contain a word of two letters or digits' })
  keyword?: string;

  /** Id or registration of an aircraft of the register. Parts that do not apply to it are left out; the others tell whether they apply. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  used_on?: string;

  @IfPresent()
  @IsString()
  @Length(1, 64)
  document_id?: string;

  /** With `document_id`. Default: the current revision. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  revision_id?: string;

  /** Chapter, section or subject: `32` also matches `32-11-00`. */
  @IfPresent()
  @Matches(ATA_NUMBER, { message: 'must be an ATA number such as 32, 32-11 or 32-11-00' })
  ata_chapter?: string;
}
