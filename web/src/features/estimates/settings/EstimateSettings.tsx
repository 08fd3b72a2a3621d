import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useState } from 'react';

import { useShowEstimateSettingsQuery } from '@/api/generated';
import { Button } from '@/components/Button';
import { FactList } from '@/components/FactList';
import { lazyCode } from '@/components/lazyCode';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { copyText } from '@/lib/copyText';
import { addressWords } from '@/lib/estimateWords';
import { useNotify } from '@/lib/notices';

const EstimateSettingsDialog = lazyDialog(
  async () =>
    (await import('@/features/estimates/settings/EstimateSettingsDialog')).EstimateSettingsDialog,
);

const usePoster = lazyCode(
  async () => (await import('@/features/estimates/settings/PosterButton')).PosterButton,
);

/** What every estimate says about the clinic, and the notice of the right to receive one: the poster, and the text for a website. */
export function EstimateSettings() {
  const query = useShowEstimateSettingsQuery();
  const { data, isError } = query;
  const [changing, setChanging] = useState(false);
  const { code: Poster } = usePoster();
  const notify = useNotify('the website text');
  const notice = data?.texts.find(({ key }) => key === 'right_to_receive');
  const copyNotice = async () => {
    const copied = await copyText(notice?.changed ?? notice?.standard ?? '');
    notify(
      copied
        ? { tone: 'success', text: 'The text for your website is copied.' }
        : {
            tone: 'info',
            text: 'This browser did not copy the text. You find the text under Change, at the end.',
          },
    );
  };
  const given = (value: string | null | undefined) => value || 'Not given yet';
  return (
    <Panel
      title="Good Faith Estimates"
      anchor="good-faith-estimates"
      actions={
        data && (
          <Button
            variant="outlined"
            aria-label="Change Good Faith Estimates"
            onClick={() => setChanging(true)}
          >
            Change
          </Button>
        )
      }
    >
      <QueryFailure what="The settings of estimates could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data && (
        <Stack spacing={2}>
          <FactList
            facts={[
              ['NPI', given(data.npi)],
              ['TIN', given(data.tin)],
              ['Place of care', given(addressWords(data))],
              [
                'Legal texts',
                `${data.texts.some(({ changed }) => changed !== null) ? 'Changed by the clinic' : `The product’s own texts of ${data.legal_version}`}. ${data.legal_note}`,
              ],
            ]}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button variant="outlined" onClick={() => void copyNotice()}>
              Copy the text for the website
            </Button>
            {/* Behind the other, which is there at once and stays where it is. */}
            {Poster && <Poster />}
          </Box>
        </Stack>
      )}
      {data && changing && (
        <EstimateSettingsDialog settings={data} onClose={() => setChanging(false)} />
      )}
    </Panel>
  );
}
