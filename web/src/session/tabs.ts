/** What tabs of the console tell each other. Only pages of this origin hear it. */
export type TabMessage =
  | { kind: 'token'; value: string; expiresAt: number; user: string }
  | { kind: 'asked' }
  | { kind: 'proved'; nonce: string; user: string }
  | { kind: 'ended' };

export function openedBy(receive: (message: TabMessage) => void): BroadcastChannel {
  const channel = new BroadcastChannel('console-session');
  channel.onmessage = ({ data }) => receive(data as TabMessage);
  return channel;
}
