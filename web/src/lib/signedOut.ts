import { createSlice } from '@reduxjs/toolkit';

/** Whether a call was answered 401 while a page was open. */
export const signedOut = createSlice({
  name: 'signedOut',
  initialState: false,
  reducers: {
    sessionEnded: () => true,
    sessionResumed: () => false,
  },
});

export const { sessionEnded, sessionResumed } = signedOut.actions;
