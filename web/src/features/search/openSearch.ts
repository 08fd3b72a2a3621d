import { createContext, useContext } from 'react';

/** Opens the search; the app's frame, which holds it, provides this to its pages. */
export const OpenSearch = createContext(() => {});

export const useOpenSearch = () => useContext(OpenSearch);
