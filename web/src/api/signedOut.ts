import { createSlice } from '@reduxjs/toolkit';

/** Whether the server has said, while a page was open, that nobody is signed in any more. */
export const signedOut = createSlice({
  name: 'signedOut',
  initialState: false,
  reducers: {
    sessionEnded: () => true,
    sessionResumed: () => false,
  },
});

export const { sessionEnded, sessionResumed } = signedOut.actions;
