/** Somebody was at the screen of another tab, at this time in ms. */
interface Active {
  activeAt: number;
}

/** Messages between the tabs of one clinic in one browser, which share one session. */
export type TabMessage = Active | 'signed-out' | 'handed-over';

/** One tab among those of the clinic. */
export interface Tab {
  broadcast: (message: TabMessage) => void;
  /** Listens to the other tabs. Returns a function that stops listening. */
  listen: (listener: (message: TabMessage) => void) => () => void;
}

const channelName = 'celadon-session';

/**
 * A tab has one channel, from its first message on. A channel does not hear what it sends, but a second one in the same tab does: a tab that took
 * its own message for activity elsewhere would keep its session alive for ever.
 */
export function joinTabs(): Tab {
  let channel: BroadcastChannel | undefined;
  const opened = () =>
    typeof BroadcastChannel === 'undefined'
      ? undefined
      : (channel ??= new BroadcastChannel(channelName));
  return {
    broadcast: (message) => opened()?.postMessage(message),
    listen: (listener) => {
      const hear = ({ data }: MessageEvent<TabMessage>) => listener(data);
      opened()?.addEventListener('message', hear);
      return () => channel?.removeEventListener('message', hear);
    },
  };
}

/** The tab of this page. */
export const thisTab = joinTabs();
export const broadcastToTabs = thisTab.broadcast;
export const onTabMessage = thisTab.listen;
