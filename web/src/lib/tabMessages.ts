/** Messages between the tabs of one clinic in one browser, which share one session. */
export type TabMessage = 'active' | 'signed-out' | 'handed-over';

const channelName = 'celadon-session';

export function broadcastToTabs(message: TabMessage): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}

/** Returns a function that stops listening. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data));
  return () => channel.close();
}
