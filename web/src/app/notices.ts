import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';

import { sessionEnded } from '@/api/signedOut';

export interface Notice {
  tone: 'success' | 'error' | 'info';
  text: string;
}

/** What has just happened, one sentence at a time; the newest stands first in nobody's way. */
export const notices = createSlice({
  name: 'notices',
  initialState: { next: 1, queue: [] as (Notice & { id: number })[] },
  reducers: {
    announced(state, { payload }: PayloadAction<Notice>) {
      // The same sentence twice is one sentence; a second tap on a failing button is not news.
      // Something succeeded since: whoever did it has seen what went wrong before, and waits for this.
      state.queue = state.queue.filter(({ tone, text }) => text !== payload.text && (payload.tone !== 'success' || tone !== 'error'));
      state.queue.push({ ...payload, id: state.next++ });
    },
    dismissed(state, { payload: id }: PayloadAction<number>) {
      state.queue = state.queue.filter((notice) => notice.id !== id);
    },
  },
  extraReducers: (build) => {
    // A notice may name a patient; nobody signed in, nobody to read it.
    build.addCase(sessionEnded, (state) => {
      state.queue = [];
    });
  },
});

export const { announced, dismissed } = notices.actions;

/** Tells the person what happened, in a bar at the foot of the page. */
export function useNotify(): (notice: Notice) => void {
  const dispatch = useDispatch();
  return useCallback((notice: Notice) => void dispatch(announced(notice)), [dispatch]);
}
