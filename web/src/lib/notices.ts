import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useCallback, useId } from 'react';
import { useDispatch } from 'react-redux';

import { sessionEnded } from '@/api/signedOut';

export interface Notice {
  tone: 'success' | 'error' | 'info';
  text: string;
}

/** A notice with the action it tells of: a success takes away what was said of the failures of the same action. */
interface Announced extends Notice {
  about?: string;
}

/** More than anybody leaves unread. */
const kept = 20;

/** What has just happened, the newest first. */
export const notices = createSlice({
  name: 'notices',
  initialState: { next: 1, list: [] as (Announced & { id: number })[] },
  reducers: {
    announced(state, { payload }: PayloadAction<Announced>) {
      // The same sentence twice is one sentence; a second tap on a failing button is not news.
      const outdated = ({ tone, text, about }: Announced) => text === payload.text || (payload.tone === 'success' && tone === 'error' && about === payload.about);
      state.list = [{ ...payload, id: state.next++ }, ...state.list.filter((notice) => !outdated(notice))].slice(0, kept);
    },
    dismissed(state, { payload: id }: PayloadAction<number>) {
      state.list = state.list.filter((notice) => notice.id !== id);
    },
  },
  extraReducers: (build) => {
    // A notice may name a patient; nobody signed in, nobody to read it.
    build.addCase(sessionEnded, (state) => {
      state.list = [];
    });
  },
});

export const { announced, dismissed } = notices.actions;

/**
 * Tells the person what happened, at the foot of the page. `action` names what is done, where a failure and the success after it come
 * from different places or from a dialog that was opened anew; else each user of the hook is an action of its own.
 */
export function useNotify(action?: string): (notice: Notice) => void {
  const dispatch = useDispatch();
  const own = useId();
  const about = action ?? own;
  return useCallback((notice: Notice) => void dispatch(announced({ ...notice, about })), [dispatch, about]);
}
