/** What tabs of the console tell each other. Only pages of this origin hear it. */
export type TabMessage =
  | { kind: 'token'; value: string; expiresAt: number; user: string; isProof?: boolean }
  | { kind: 'asked' }
  | { kind: 'ended' };

export function openedBy(receive: (message: TabMessage) => void): BroadcastChannel {
  const channel = new BroadcastChannel('console-session');
  channel.onmessage = ({ data }) => receive(data as TabMessage);
  return channel;
}
