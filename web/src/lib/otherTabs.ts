/** What the tabs of one clinic in one browser tell each other: they share one session. */
export type TabMessage = 'active' | 'signed-out';

const name = 'celadon-session';

export function tellOtherTabs(message: TabMessage): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

/** The answer stops the listening. */
export function hearOtherTabs(heard: (message: TabMessage) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => heard(data));
  return () => channel.close();
}
