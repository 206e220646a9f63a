import { describe, expect, it } from '@jest/globals';
import { filterSql, sqlString } from './index-query.js';

describe('filterSql', () => {
  it('is nothing when nothing is restricted', () => {
    expect(filterSql()).toBeNull();
    expect(filterSql({ document_types: [], ata_chapters: [] })).toBeNull();
  });

  it('joins the lists', () => {
    expect(filterSql({ document_types: ['AMM', 'CMM'], document_ids: ['doc_1'] })).toBe(
      "document_type IN ('AMM', 'CMM') AND document_id IN ('doc_1')",
    );
  });

  it('lets through what is for every aircraft, variants and the type of a variant', () => {
    const sql = filterSql({ aircraft_types: ['TR46-100'] });
    for (const part of ["'ALL'", "'TR46'", "'TR46-100'", "starts_with(aircraft_type, 'TR46-100-')"])
      expect(sql).toContain(part);
  });

  it('leaves revisions out', () => {
    expect(filterSql({ except_revision_ids: ['rev_1', 'rev_2'] })).toBe("revision_id NOT IN ('rev_1', 'rev_2')");
  });

  it('takes ATA numbers as beginnings of whole segments', () => {
    expect(filterSql({ ata_chapters: ['32', '27-11'] })).toBe(
      "(ata_chapter = '32' OR starts_with(ata_chapter, '32-') OR ata_chapter = '27-11' OR starts_with(ata_chapter, '27-11-'))",
    );
  });

  it('keeps values inside their quotes', () => {
    expect(sqlString("x' OR '1'='1")).toBe("'x'' OR ''1''=''1'");
    expect(filterSql({ aircraft_types: ["'; --"] })).toContain("'''; --'");
  });
});
