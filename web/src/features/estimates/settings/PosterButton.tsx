import { estimatesApi, type EstimatePoster } from '@/api/generated';
import { useAppDispatch } from '@/api/store';
import { Button } from '@/components/Button';
import { ButtonAnchor } from '@/components/ButtonAnchor';
import { useMadeFile } from '@/features/documents';
import { focusOnMount } from '@/lib/focusOnMount';

const asFile = ({ state }: EstimatePoster) => ({
  state,
  url: '/api/gfe-estimate/notice/file',
  problem: state === 'failed' ? 'Please try again, or copy the text for the website.' : null,
});

/** Opens the notice of the right to an estimate as a poster: a PDF, which the server makes once for each text. */
export function PosterButton() {
  const dispatch = useAppDispatch();
  const { endpoints } = estimatesApi;
  const { make, making, ready, opened } = useMadeFile(
    async () =>
      asFile(
        await dispatch(endpoints.makeEstimatePoster.initiate(undefined, { track: false })).unwrap(),
      ),
    async () =>
      asFile(
        await dispatch(
          endpoints.showEstimatePoster.initiate(undefined, {
            subscribe: false,
            forceRefetch: true,
          }),
        ).unwrap(),
      ),
    { about: 'poster', notMade: 'The poster was not made.' },
  );
  if (ready) {
    return (
      <ButtonAnchor
        variant="outlined"
        href={ready}
        target="_blank"
        rel="noreferrer"
        onClick={opened}
        ref={focusOnMount}
      >
        Open the poster
      </ButtonAnchor>
    );
  }
  return (
    <Button variant="outlined" type="button" loading={making} onClick={() => void make()}>
      Poster for the office
    </Button>
  );
}
