import { cutText } from '@amks/language/text/cut-text.js';
import { oneLine } from '../../../../common/validation/transforms.js';
import type { FileFields } from '../dto/import.request.js';

/** ATA 100 number, not a part of a date or a longer number. */
const ATA = /(?<![\dA-Z-])((?:0[5-9]|[1-9]\d)-\d{2}(?:-\d{2})?)(?![\d])(?!-\d)/i;
const REVISION = /(?:^|[\s_.,()-])(rev|revision|issue|iss)[\s_.-]*(\d{1,4}[a-z]?|[a-z])(?=$|[\s_.,()-])/i;

/** Title, ATA number and revision from the name of a file. Names are a guess, so anything else that states a field precedes. */
export function nameFields(path: string): FileFields {
  const stem = stemOf(path);
  const [, ata] = ATA.exec(stem) ?? [];
  const [, word = '', revision] = REVISION.exec(stem) ?? [];
  return {
    title: cutText(oneLine({ value: stem.replaceAll('_', ' ') }) as string, 300),
    ...(ata !== undefined && { ata_chapter: ata }),
    ...(revision !== undefined && { version: `${/^r/i.test(word) ? 'Rev' : 'Issue'} ${revision.toUpperCase()}` }),
  };
}

/** Without folders and extension. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/(?<=.)\.[^.]{1,8}$/, '');
}
