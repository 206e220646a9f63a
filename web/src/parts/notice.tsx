import { Text } from '@mantine/core';

export type NoticeKind = 'warning' | 'caution' | 'note';

/** A WARNING, CAUTION or NOTE of a manual, verbatim. */
export function Notice({ kind, text, isShort = false }: { kind: NoticeKind; text: string; isShort?: boolean }) {
  // Most manuals begin the text itself with the word.
  const rest = text.replace(new RegExp(`^\\s*${kind}S?\\s*[:.\\-–]?\\s*`, 'i'), '');
  return (
    <div className={`notice notice-${kind}`} role="note">
      <strong>{kind.toUpperCase()}</strong>
      <Text size="sm" className="wrap" lineClamp={isShort ? 3 : undefined}>
        {rest}
      </Text>
    </div>
  );
}
