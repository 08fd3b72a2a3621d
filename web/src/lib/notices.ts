import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useCallback, useId } from 'react';
import { useDispatch } from 'react-redux';

import { sessionEnded } from '@/api/signedOut';

export interface Notice {
  tone: 'success' | 'error' | 'info';
  text: string;
  /** Takes back what the notice says; offered for ten seconds. */
  onUndo?: (() => void) | undefined;
}

/** A notice with the action it is about: a success removes the notices of that action's failures. */
interface Announced extends Omit<Notice, 'onUndo'> {
  about?: string;
  /** The key of what takes it back, in `undoing`. */
  undo?: number;
}

/** What the notices can take back: functions do not belong into the store. */
const undoing = new Map<number, () => void>();
let nextUndo = 1;

/** Takes back what a notice said, once. */
export function undo(key: number): void {
  const run = undoing.get(key);
  undoing.delete(key);
  run?.();
}

/** The most notices that are kept. */
const kept = 20;

/** What has just happened, the newest first. */
export const notices = createSlice({
  name: 'notices',
  initialState: { next: 1, list: [] as ShownNotice[] },
  reducers: {
    announced(state, { payload }: PayloadAction<Announced>) {
      // The same sentence is shown once, however often a button fails.
      const outdated = ({ tone, text, about }: Announced) => text === payload.text || (payload.tone === 'success' && tone === 'error' && about === payload.about);
      state.list = [{ ...payload, id: state.next++ }, ...state.list.filter((notice) => !outdated(notice))].slice(0, kept);
    },
    dismissed(state, { payload: id }: PayloadAction<number>) {
      state.list = state.list.filter((notice) => notice.id !== id);
    },
  },
  extraReducers: (build) => {
    // A notice may name a patient.
    build.addCase(sessionEnded, (state) => {
      state.list = [];
    });
  },
});

export const { announced, dismissed } = notices.actions;

export type ShownNotice = Announced & { id: number };

/**
 * Shows a notice at the foot of the page. `action` names the action where its failure and its later success come from different
 * components, or from a dialog that was opened again; without it each use of the hook is an action of its own.
 */
export function useNotify(action?: string): (notice: Notice) => void {
  const dispatch = useDispatch();
  const own = useId();
  const about = action ?? own;
  return useCallback(({ onUndo, ...notice }: Notice) => {
    const key = onUndo && nextUndo++;
    if (key && onUndo) undoing.set(key, onUndo);
    undoing.delete(nextUndo - kept);
    dispatch(announced({ ...notice, about, ...(key && { undo: key }) }));
  }, [dispatch, about]);
}
