import type { NotificationKind } from '../dto/notification-kinds.js';
import type { NotificationRow } from '../notification.repository.js';
import { digestMail } from './digest-mail.js';

const row = (kind: NotificationKind, more: Partial<NotificationRow> = {}): NotificationRow => ({
  ...{ id: 'notification_1', position: '1', kind, comment_id: null, share_id: null, revision_id: null },
  ...{ temporary_revision_id: null, temporary_revision_event: null, discrepancy_id: null, discrepancy_event: null },
  ...{ read_at: null, row_version: 1, created_at: new Date(0), document_id: 'doc_1', document_title: 'Wheels' },
  ...{ page_number: null, actor_id: 'user_1', actor_name: 'Ada', ...more },
});
const mailOf = (...rows: NotificationRow[]) =>
  digestMail({ name: 'Ben', email: 'ben@example.test' }, rows, {
    ...{ totalCount: rows.length, appUrl: 'https://app.test', unsubscribeUrl: 'https://service.test/end?token=t' },
  });

describe('digestMail', () => {
  it.each<[NotificationKind, Partial<NotificationRow>, string]>([
    [
      'mention',
      { comment_id: 'comment_1', page_number: 3 },
      '- Ada mentioned you in a comment on “Wheels”, page 3\n  https://app.test/documents/doc_1?page=3&comment=comment_1\n',
    ],
    ['reply', {}, '- Ada replied in a thread on “Wheels”\n'],
    ['share', {}, '- Ada shared “Wheels”\n  https://app.test/documents/doc_1\n'],
    ['resolve', {}, '- Ada resolved a thread on “Wheels”\n'],
    ['revision', {}, '- “Wheels” has a new revision\n'],
    ['share', { actor_id: null, actor_name: null }, '- Somebody shared “Wheels”\n'],
  ])('says %s %j in a line, with where it is', (kind, more, line) => {
    expect(mailOf(row(kind, more)).text).toContain(line);
  });

  it('keeps names and titles to one short line', () => {
    const { text } = mailOf(row('share', { actor_name: 'Ada\r\nBcc: x', document_title: 'W'.repeat(500) }));
    expect(text).toContain(`- Ada Bcc: x shared “${'W'.repeat(120)}”\n`);
  });

  it('counts in its subject, where nothing is that people wrote', () => {
    expect(mailOf(row('share')).subject).toBe('1 new notification');
    expect(mailOf(row('share'), row('share')).subject).toBe('2 new notifications');
  });
});
