/** Confidence (0–100) below which a number read by OCR may be wrong. */
export const SURE_NUMBER = 80;

/** Warning about text read by OCR: a misread sign or digit looks like any other. */
export function pictureWarning(confidence: number): string {
  const how = confidence < SURE_NUMBER ? 'Read from a picture, and not surely' : 'Read from a picture';
  return `${how}: check the number against the image of the page.`;
}
