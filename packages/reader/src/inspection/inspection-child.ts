/** Entry point of the process that inspects uploaded files, one at a time. The parent kills it if a hostile file makes it grow or hang. */
import { startWatchdog } from '../processes/child-watchdog.js';
import { FileRefusedError } from '../errors/file-refusal.js';
import { textFormat } from '../detection/format-detection.js';
import { oleRefusal } from '../detection/ole-contents.js';
import { zipFormat } from '../detection/zip-contents.js';
import type { InspectionResponse, InspectionSubject } from './inspection-protocol.js';

startWatchdog(Number(process.argv[2]));
process.on('disconnect', () => process.exit(1));
process.on('message', (subject: InspectionSubject) => {
  void inspect(subject)
    .then((format): InspectionResponse => ({ type: 'format', format }))
    .catch(toFailure)
    .then((response) => process.send!(response));
});

async function inspect(subject: InspectionSubject): Promise<string> {
  if (subject.kind === 'text') return textFormat(subject.head);
  if (subject.kind === 'zip') return zipFormat(subject.file, subject.limits);
  throw await oleRefusal(subject.file);
}

function toFailure(error: unknown): InspectionResponse {
  if (error instanceof FileRefusedError) {
    const { reason, message, details } = error;
    return { type: 'refused', reason, message, details };
  }
  return { type: 'failed', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
