/** Below this confidence (0–100) a number read from a picture may be another one. */
export const SURE_NUMBER = 80;

/** What a reader is told of text that was read by OCR: a misread sign or digit looks like any other. */
export function pictureWarning(confidence: number): string {
  const how = confidence < SURE_NUMBER ? 'Read from a picture, and not surely' : 'Read from a picture';
  return `${how}: check the number against the image of the page.`;
}
