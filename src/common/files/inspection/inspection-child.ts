/**
 * Entry of the process that looks into one uploaded file and ends. Whatever a hostile file does to those who look happens
 * here: the parent sees a process that grows or hangs, and kills it.
 */
import { startWatchdog } from '../../child-watchdog.js';
import { FileRefusedError } from '../file-refusal.js';
import { textFormat } from '../format-detection.js';
import { oleRefusal } from '../ole-contents.js';
import type { SupportedFormat } from '../supported-formats.js';
import { zipFormat } from '../zip-contents.js';
import type { InspectionRequest, InspectionResponse, InspectionSubject } from './inspection-protocol.js';

process.on('disconnect', () => process.exit(1));
process.on('message', ({ subject, max_memory_bytes }: InspectionRequest) => {
  startWatchdog(max_memory_bytes);
  void inspect(subject)
    .then((format): InspectionResponse => ({ type: 'format', format }))
    .catch(toFailure)
    .then((response) => process.send!(response, () => process.exit(0)));
});

async function inspect(subject: InspectionSubject): Promise<SupportedFormat> {
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
