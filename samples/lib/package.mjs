// ZIP archives whose bytes depend on nothing but their content.
import { strToU8, zipSync } from 'fflate';

/** @param files texts by name; `date` is `YYYY-MM-DD` */
export function zipped(files, date) {
  const [year, month, day] = date.split('-').map(Number);
  // The archive keeps local time: noon of that day wherever it is built.
  const mtime = new Date(year, month - 1, day, 12);
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 9, mtime }));
}
