import { createContext, use } from 'react';

import { unlisted, type Reading } from '@/features/exams/findings/phrases';

/** Which phrases count as normal in the exam that is being written. */
export const ReadingContext = createContext<Reading>(unlisted);

export const useReading = () => use(ReadingContext);
