import { useShowFirstStepsQuery, type FirstSteps as Steps } from '@/api/generated';
import { lazyPart } from '@/components/lazyPart';

/** Most clinics have done their first steps long ago. */
const FirstStepsList = lazyPart(
  async () => (await import('@/features/dashboard/FirstStepsList')).FirstStepsList,
);

/** What a new clinic does first, for those who run it, until all of it is done or they close the list. */
export function FirstSteps() {
  // What a step is about changes on other screens.
  const { data } = useShowFirstStepsQuery(undefined, { refetchOnMountOrArgChange: true });
  return data && isToDo(data) ? <FirstStepsList data={data} /> : null;
}

const isToDo = ({ closed, ...steps }: Steps) =>
  !closed && Object.values(steps).some((done) => !done);
