/** A grayscale picture of a page: one byte per pixel, 0 black, rows from the top. */
export interface ScanImage {
  width: number;
  height: number;
  data: Uint8Array;
  /** Pixels per point of the page. */
  scale: number;
}

/** Number of clockwise quarter turns that make a picture upright. */
export type Turn = 0 | 1 | 2 | 3;

/** Resolution of OCR. Measured on 6 to 14 points: at lower ones 7 points are misread (1 % at 150, 7 % at 120), higher ones gain nothing. */
export const OCR_DPI = 175;

/** Maximum pixels for OCR: A2 at `OCR_DPI`. Larger pages are read at a lower resolution. */
export const MAX_OCR_PIXELS = 12_000_000;

/** A darker pixel is ink; the yellow of old paper is not. */
const INK = 160;

/** Fewer pixels of ink are specks on a blank page. */
const MIN_INK = 40;

/** Turns the page clockwise. */
export function turnedImage({ width, height, data, scale }: ScanImage, turn: Turn): ScanImage {
  if (turn === 0) return { width, height, data, scale };
  const turned = new Uint8Array(data.length);
  const last = data.length - 1;
  for (let y = 0, from = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, from += 1) {
      const to = turn === 1 ? x * height + height - 1 - y : turn === 2 ? last - from : (width - 1 - x) * height + y;
      turned[to] = data[from]!;
    }
  }
  return turn === 2 ? { width, height, data: turned, scale } : { width: height, height: width, data: turned, scale };
}

export function isBlank({ data }: ScanImage): boolean {
  let ink = 0;
  for (const value of data) {
    if (value < INK) ink += 1;
    if (ink >= MIN_INK) return false;
  }
  return true;
}
