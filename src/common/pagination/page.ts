/** `pagination` of a list response (spec 2.8, with `total_count_is_exact` added). */
export interface Pagination {
  next_cursor: string | null;
  has_more: boolean;
  total_count: number;
  total_count_is_exact: boolean;
}

/** One page of a list, as controllers return it. */
export class Page<T> {
  constructor(
    readonly items: T[],
    readonly pagination: Pagination,
  ) {}

  map<U>(convert: (item: T) => U): Page<U> {
    return new Page(this.items.map(convert), this.pagination);
  }
}
