import { useEffect, useMemo, useState } from 'react';

import { examsApi, useListExamsInfiniteQuery, type Exam } from '@/api/generated';
import { useAppDispatch } from '@/api/store';
import { readVitals, type Reading } from '@/features/exams/vitals/vitalsText';
import type { VitalKey } from '@/features/exams/vitals/vitals';
import { formatInstantDate } from '@/lib/dates';

/** What one earlier exam measured. */
export interface EarlierVitals {
  id: number;
  date: string;
  text: string;
  readings: Map<VitalKey, Reading>;
}

/** How many exams a trend goes back. */
const shown = 5;
const { openExam } = examsApi.endpoints;

/** The vitals of the patient's last exams, the newest first. They are a help: one that cannot be loaded is left out. */
export function useEarlierVitals(
  patientId: number,
  lastExam: Exam | null,
  timeZone: string,
): readonly EarlierVitals[] {
  const { currentData } = useListExamsInfiniteQuery({ patientId });
  const dispatch = useAppDispatch();
  const [older, setOlder] = useState<readonly Exam[]>([]);
  const lastId = lastExam?.id;
  const wanted = (currentData?.pages ?? [])
    .flatMap(({ rows }) => rows)
    .filter(({ id, voided }) => !voided && id !== lastId)
    .slice(0, shown - 1)
    .map(({ id }) => id)
    .join();

  useEffect(() => {
    if (wanted === '') return undefined;
    let gone = false;
    const calls = wanted.split(',').map((id) => dispatch(openExam.initiate(Number(id))));
    const read = async () => {
      const exams = await Promise.all(calls.map(async (call) => (await call).data));
      if (!gone) setOlder(exams.filter((exam) => exam !== undefined));
    };
    void read();
    return () => {
      gone = true;
      for (const call of calls) call.unsubscribe();
    };
  }, [wanted, dispatch]);

  return useMemo(
    () =>
      [...(lastExam ? [lastExam] : []), ...older].flatMap(({ id, vitals, created_at }) =>
        vitals
          ? [
              {
                id,
                date: formatInstantDate(created_at, timeZone),
                text: vitals,
                readings: readVitals(vitals),
              },
            ]
          : [],
      ),
    [lastExam, older, timeZone],
  );
}
