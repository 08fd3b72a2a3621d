import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useCallback, useId } from 'react';
import { useDispatch } from 'react-redux';

import { sessionEnded } from '@/lib/signedOut';

export interface Notice {
  tone: 'success' | 'error' | 'info';
  text: string;
  /** Undoes the action, for as long as the notice is shown. When it rejects, the failure is shown with another try. */
  undo?: (() => unknown) | undefined;
}

/** A notice as it is kept: without its function, which has no place in the state (`undoOf`). */
export interface ShownNotice extends Pick<Notice, 'tone' | 'text'> {
  id: number;
  undoable: boolean;
  /** The action it is about: a success removes the notices of that action's failures. */
  about?: string | undefined;
}

/** The most notices that are kept. */
const kept = 20;

let lastId = 0;
const undos = new Map<number, () => unknown>();

/** The function that undoes the action of a notice. */
export const undoOf = (id: number) => undos.get(id);

/** Drops the undo functions of notices that are gone. */
export function keepUndosOf(list: readonly ShownNotice[]): void {
  const ids = new Set(list.map(({ id }) => id));
  [...undos.keys()].filter((id) => !ids.has(id)).forEach((id) => undos.delete(id));
}

/** What has just happened, the newest first. */
export const notices = createSlice({
  name: 'notices',
  initialState: { list: [] as ShownNotice[] },
  reducers: {
    announced: {
      reducer(state, { payload }: PayloadAction<ShownNotice>) {
        // The same sentence is shown once, however often a button fails. But each that can be undone is about something else.
        const repeated = ({ text, undoable }: ShownNotice) => text === payload.text && !undoable;
        const outdated = ({ tone, about }: ShownNotice) =>
          payload.tone === 'success' && tone === 'error' && about === payload.about;
        state.list = [
          payload,
          ...state.list.filter((notice) => !repeated(notice) && !outdated(notice)),
        ].slice(0, kept);
      },
      prepare({ undo, ...notice }: Notice & Pick<ShownNotice, 'about'>) {
        lastId += 1;
        if (undo) undos.set(lastId, undo);
        return { payload: { ...notice, id: lastId, undoable: undo !== undefined } };
      },
    },
    /** An action has succeeded without a notice of its own: the notices of its failures are over. */
    settled(state, { payload: about }: PayloadAction<string>) {
      state.list = state.list.filter((notice) => notice.tone !== 'error' || notice.about !== about);
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

export const { announced, dismissed, settled } = notices.actions;

/**
 * Shows a notice at the foot of the page. `action` names the action where its failure and its later success come from different
 * components, or from a dialog that was opened again; without it each use of the hook is an action of its own.
 */
export function useNotify(action?: string): (notice: Notice) => void {
  const dispatch = useDispatch();
  const own = useId();
  const about = action ?? own;
  return useCallback(
    (notice: Notice) => void dispatch(announced({ ...notice, about })),
    [dispatch, about],
  );
}

/** For an action whose success shows something else than a notice, such as a dialog: removes the notices of its failures. */
export function useSettled(action: string): () => void {
  const dispatch = useDispatch();
  return useCallback(() => void dispatch(settled(action)), [dispatch, action]);
}
