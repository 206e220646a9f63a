import { OCR_DPI, type ScanImage } from './scan-image.js';

/** Length from which on a straight dark stroke is a rule of a table or a frame: letters of titles have none of half an inch. */
const MIN_RULE = Math.round(OCR_DPI / 2);

/** Pixels that a rule is thick at most; what is thicker is a bar, perhaps with letters in it. */
const MAX_THICKNESS = 8;

/** Places at which the thickness is looked at, spread unevenly: where rules cross, one seems thick, and rows are even. */
const PLACES = Array.from({ length: 16 }, (_, i) => ((i + 1) * 0.618) % 1);

/** Grey values below which a pixel is ink. */
const INK = 160;

/**
 * The picture without the rules of its tables and frames: behind them Tesseract takes whole rows for one letter. Rules that
 * a skewed page has in steps are as long as a step. What is wiped out is the stroke with the grey at its sides; letters lose
 * at most what touches it.
 */
export function withoutRules(image: ScanImage): ScanImage {
  const { data, width, height } = image;
  const wiped = Uint8Array.from(data);
  let found = false;
  const isInkAt = (pixel: number): boolean => pixel >= 0 && pixel < data.length && data[pixel]! < INK;
  const isThin = (pixel: number, aside: number): boolean => {
    let thickness = 1;
    for (const to of [-aside, aside])
      for (let at = pixel + to; thickness <= MAX_THICKNESS && isInkAt(at); at += to) thickness += 1;
    return thickness <= MAX_THICKNESS;
  };
  const wipe = (from: number, step: number, length: number, aside: number): void => {
    const thin = PLACES.filter((place) => isThin(from + step * Math.floor(place * length), aside));
    if (thin.length <= PLACES.length / 2) return;
    found = true;
    for (let i = 0, at = from; i < length; i += 1, at += step) {
      for (const pixel of [at - aside, at, at + aside]) if (pixel >= 0 && pixel < wiped.length) wiped[pixel] = 255;
    }
  };
  /** Ink above the pixel at hand, in each column. */
  const above = new Uint32Array(width);
  for (let y = 0; y <= height; y += 1) {
    let before = 0;
    for (let x = 0; x <= width; x += 1) {
      const isInk = x < width && y < height && data[y * width + x]! < INK;
      if (!isInk && before >= MIN_RULE) wipe(y * width + x - before, 1, before, width);
      before = isInk ? before + 1 : 0;
      if (x === width) continue;
      if (!isInk && above[x]! >= MIN_RULE) wipe((y - above[x]!) * width + x, width, above[x]!, 1);
      above[x] = isInk ? above[x]! + 1 : 0;
    }
  }
  return found ? { ...image, data: wiped } : image;
}
