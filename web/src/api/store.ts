import { configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';

import { baseApi } from '@/api/baseApi';
import { signedOut } from '@/lib/signedOut';
import { notices } from '@/lib/notices';

export function createStore() {
  return configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      [signedOut.name]: signedOut.reducer,
      [notices.name]: notices.reducer,
    },
    middleware: (getDefault) => getDefault().concat(baseApi.middleware),
  });
}

export const store = createStore();
export type AppStore = ReturnType<typeof createStore>;
type State = ReturnType<AppStore['getState']>;

export const useAppSelector = useSelector.withTypes<State>();
export const useAppDispatch = useDispatch.withTypes<AppStore['dispatch']>();
