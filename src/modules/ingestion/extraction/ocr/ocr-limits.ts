/** Bounds of reading pictures of pages, in milliseconds of work as `workTime` counts them. */
export interface OcrLimits {
  /** To draw one page. */
  draw_timeout_ms: number;
  /** To read one picture, in whatever position it stands. */
  page_timeout_ms: number;
}

/** 20 s to draw a page, a minute to read it: thirty times what a dense page takes. */
export const DEFAULT_OCR_LIMITS: OcrLimits = { draw_timeout_ms: 20_000, page_timeout_ms: 60_000 };
