const UNITS = ['bytes', 'KB', 'MB', 'GB'];

/** `1.4 MB`. */
export function sizeOf(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}
