import { OCR_DPI, type ScanImage } from './scan-image.js';

/** Minimum length of a rule; no letter of a title has a straight stroke of half an inch. */
const MIN_RULE = Math.round(OCR_DPI / 2);

/** Maximum thickness of a rule in pixels; a thicker one is a bar that may contain letters. */
const MAX_THICKNESS = 8;

/** Positions at which the thickness is measured, unevenly spaced to avoid regular crossings of rules. */
const PLACES = Array.from({ length: 16 }, (_, i) => ((i + 1) * 0.618) % 1);

/** Gray value below which a pixel is ink. */
const INK = 160;

/** Erases rules of tables and frames: Tesseract reads rows next to a rule as one letter. Letters lose at most what touches the rule. */
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
  /** Ink above the current pixel, in each column. */
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
